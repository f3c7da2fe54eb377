import { CountryCheck } from '@vesper/sync/vesper/api/country-check.ts'
import { PublicSettings } from '@vesper/sync/vesper/api/settings.ts'
import { createEffect, createStore, sample } from 'effector'
import * as v from 'valibot'
import { callApi } from '../api/api.ts'
import { readStoredJson, storeJson } from '../storage/stored-values.ts'

const KEY = 'vesper-settings'

/** The site's public settings: null until they have been read once on this device. */
export const $settings = createStore<PublicSettings | null>(null)
export const $geoBlocked = createStore(false)

export const loadSettingsFx = createEffect(async () => {
  const settings = await callApi({ path: '/settings/public', answer: PublicSettings })
  storeJson(KEY, settings)
  return settings
})

/** Asks if the site is closed to the country of this device. Without an answer it is open. */
export const checkCountryFx = createEffect(() => callApi({ path: '/block/countries/check', answer: CountryCheck }))

export const $hashesPassword = $settings.map((settings) => settings?.['hash-password-client'] ?? false)
/** A layout that stands in place of every page. */
export const $forcedLayout = createStore<'maintenance' | 'geo-block' | null>(null)

$settings.on(loadSettingsFx.doneData, (_, settings) => settings)
$geoBlocked.on(checkCountryFx.doneData, (_, { blocked }) => blocked)
sample({
  source: { settings: $settings, blocked: $geoBlocked },
  fn: ({ settings, blocked }) => (blocked ? 'geo-block' : settings?.maintenance ? 'maintenance' : null),
  target: $forcedLayout,
})

/** The settings of the last visit, for a start without a line. */
export function keptSettings(): PublicSettings | null {
  const parsed = v.safeParse(PublicSettings, readStoredJson(KEY))
  return parsed.success ? parsed.output : null
}
