import { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { createEffect, createEvent, createStore, sample } from 'effector'
import * as v from 'valibot'
import { callApi } from '../api/api.ts'

const KEY = 'vesper-settings'

/** The site's public settings: null until they have been read once on this device. */
export const $settings = createStore<PublicSettings | null>(null)
export const $geoBlocked = createStore(false)
export const geoBlockChecked = createEvent<boolean>()

export const loadSettingsFx = createEffect(async () => {
  const settings = await callApi({ path: '/settings/public', answer: PublicSettings })
  keepSettings(settings)
  return settings
})

export const $hashesPassword = $settings.map((settings) => settings?.['hash-password-client'] ?? false)
/** A layout that stands in place of every page. */
export const $forcedLayout = createStore<'maintenance' | 'geo-block' | null>(null)

$settings.on(loadSettingsFx.doneData, (_, settings) => settings)
$geoBlocked.on(geoBlockChecked, (_, blocked) => blocked)
sample({
  source: { settings: $settings, blocked: $geoBlocked },
  fn: ({ settings, blocked }) => (blocked ? 'geo-block' : settings?.maintenance ? 'maintenance' : null),
  target: $forcedLayout,
})

/** The settings of the last visit, for a start without a line. */
export function keptSettings(): PublicSettings | null {
  try {
    const parsed = v.safeParse(PublicSettings, JSON.parse(localStorage.getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

function keepSettings(settings: PublicSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {
    // Without storage they are read again at the next start.
  }
}
