import { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import type { App } from '../../../app.ts'
import type { SettingValues } from './defaults.ts'

const publicKeys = Object.keys(PublicSettings.entries) as (keyof PublicSettings)[]

type Environment = Pick<App, 'config' | 'vapid'>

/** The settings that anyone may read: by an allow-list, so that a new setting is secret until it is named there. */
export function publicSettings(values: SettingValues, { config, vapid }: Environment): PublicSettings {
  const all = {
    ...values,
    captchaScript: `${config.captchaUrl}/api.js`,
    googleLogin: config.google !== null,
    twitterLogin: config.twitter !== null,
    vapidPublicKey: vapid.publicKey,
  }
  return Object.fromEntries(publicKeys.map((key) => [key, all[key]])) as PublicSettings
}

/** The public ones among `keys`; any other name is passed over in silence, whether it exists or not. */
export function publicSettingsByKey(
  values: SettingValues,
  environment: Environment,
  keys: readonly string[],
): Partial<PublicSettings> {
  const wanted = new Set(keys)
  return Object.fromEntries(Object.entries(publicSettings(values, environment)).filter(([key]) => wanted.has(key)))
}
