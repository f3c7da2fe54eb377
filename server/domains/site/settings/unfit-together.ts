import type { SettingValues } from './defaults.ts'

const BOUNDS = [
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
] as const
const CAPTCHA: ReadonlySet<string> = new Set([
  ...['enableGoogleReCaptcha', 'googleReCaptchaSiteKey', 'googleReCaptchaSecretKey'],
])

/** The reason why a setting does not fit beside the others; null where it does. */
export function unfitTogether(values: SettingValues, key: keyof SettingValues): string | null {
  const value = values[key]
  const isReversed =
    BOUNDS.some((pair) => pair.some((one) => one === key) && values[pair[0]] > values[pair[1]]) ||
    (typeof value === 'object' && 'minimum' in value && value.minimum > value.maximum)
  if (isReversed) return 'The lowest amount is above the highest one.'
  const hasKeys = values.googleReCaptchaSiteKey.key !== '' && values.googleReCaptchaSecretKey !== ''
  // Nobody could register otherwise.
  if (CAPTCHA.has(key) && values.enableGoogleReCaptcha && !hasKeys)
    return 'The captcha needs both of its keys while it is on.'
  return null
}
