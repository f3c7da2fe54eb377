import type { App } from '../../../app.ts'

/** Where the browser loads the check from, for the content policy; none while the site has no check. */
export function captchaSources({ settings, config }: Pick<App, 'settings' | 'config'>): readonly string[] {
  if (settings.latest()?.enableGoogleReCaptcha !== true) return []
  const own = `${config.captchaUrl}/`
  const isGoogles = new URL(own).hostname === 'www.google.com'
  // Google's script loads the rest of itself from its second address.
  return isGoogles ? [own, 'https://www.gstatic.com/recaptcha/'] : [own]
}
