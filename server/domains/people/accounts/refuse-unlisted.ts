import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Place } from '@vesper/sync/vesper/records/place.ts'
import { isCountry, isLanguage } from '../../site/reference/countries.ts'
import { WITHOUT_STATE } from '../../site/reference/read-places.ts'
import { citiesOf, statesOf } from '../../site/reference/states-of.ts'

/** Refuses a language that the reference list does not have, naming the field. */
export function refuseUnlistedLanguage(language: string, field: 'language' | 'languages'): void {
  if (!isLanguage(language)) throw refusalOf(field, 'Choose a language of the list.')
}

/**
 * Refuses a place of which the reference lists know nothing, naming the field: a country, a state of another country, a city
 * of another state.
 */
export async function refuseUnlistedPlace({ country, state, city }: Place): Promise<void> {
  if (country === null) {
    if (state ?? city) throw refusalOf('country', 'Choose your country.')
    return
  }
  if (!isCountry(country)) throw refusalOf('country', 'Choose your country.')
  if (state === null && city === null) return
  const states = await statesOf(country)
  const known = states.find(({ name }) => name === state)
  if (state !== null && !known) throw refusalOf('state', 'Choose a state of the list.')
  if (city === null) return
  if (!known && states.length > 0) throw refusalOf('state', 'Choose the state of this city.')
  const cities = await citiesOf(country, known?.code ?? WITHOUT_STATE)
  if (!cities.some(({ name }) => name === city)) throw refusalOf('city', 'Choose a city of the list.')
}

export function refusalOf(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}
