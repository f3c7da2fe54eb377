import { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import type { Config } from '../../config.ts'
import type { SettingValues } from './defaults.ts'

const publicKeys = Object.keys(PublicSettings.entries) as (keyof PublicSettings)[]

type Environment = Pick<Config, 'google' | 'twitter' | 'captchaUrl'>

/** The settings that anyone may read: by an allow-list, so that a new setting is secret until it is named there. */
export function publicSettings(values: SettingValues, config: Environment): PublicSettings {
  const all = {
    ...values,
    captchaScript: `${config.captchaUrl}/api.js`,
    googleLogin: config.google !== null,
    twitterLogin: config.twitter !== null,
  }
  return Object.fromEntries(publicKeys.map((key) => [key, all[key]])) as PublicSettings
}

/** The public ones among `keys`; any other name is passed over in silence, whether it exists or not. */
export function publicSettingsByKey(
  values: SettingValues,
  config: Environment,
  keys: readonly string[],
): Partial<PublicSettings> {
  const wanted = new Set(keys)
  return Object.fromEntries(Object.entries(publicSettings(values, config)).filter(([key]) => wanted.has(key)))
}
