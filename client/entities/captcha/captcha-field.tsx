import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { $theme } from '../../core/preferences/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { loadCaptcha } from './load-captcha.ts'

type Props = {
  /** Each token serves once; undefined when it has run out. */
  onToken: (token: string | undefined) => void
  error: string | undefined
  /** How often the form was sent: each time wants another token. */
  sent: number
}

/** Asks somebody to show that they are a person; nothing where the site has no such check. */
export function CaptchaField(props: Props) {
  const settings = useUnit($settings)
  const key = settings?.enableGoogleReCaptcha ? settings.googleReCaptchaSiteKey.key : ''
  return key && settings?.captchaScript ? <Widget {...props} sitekey={key} address={settings.captchaScript} /> : null
}

function Widget({ onToken, error, sent, sitekey, address }: Props & { sitekey: string; address: string }) {
  const { t } = useLingui()
  const theme = useUnit($theme)
  const place = useRef<HTMLDivElement>(null)
  const reset = useRef<(() => void) | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    let isGone = false
    // The script writes into an element once; a new one for each time.
    const box = document.createElement('div')
    place.current?.replaceChildren(box)
    const lose = () => void (isGone || setLost(true))
    loadCaptcha(address).then((captcha) => {
      if (isGone) return
      const widget = captcha.render(box, {
        ...{ sitekey, theme, callback: onToken },
        'expired-callback': () => onToken(undefined),
        'error-callback': lose,
      })
      reset.current = () => captcha.reset(widget)
    }, lose)
    return () => void (isGone = true)
    // A form hands in another function each time it draws.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [address, sitekey, theme, attempt])
  useEffect(() => {
    if (sent > 0) reset.current?.()
  }, [sent])
  const again = () => {
    setLost(false)
    setAttempt((before) => before + 1)
  }
  return (
    <div role="group" aria-label={t`Check that you are a person`} className="grid gap-2">
      <div ref={place} className="min-h-[78px] overflow-x-auto" hidden={isLost} />
      {isLost && (
        <div className="grid justify-items-start gap-2 text-sm text-muted">
          <p>
            <Trans>The check that you are a person could not be loaded.</Trans>
          </p>
          <Button kind="secondary" onClick={again}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </div>
  )
}
