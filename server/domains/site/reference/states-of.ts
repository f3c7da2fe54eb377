import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { isCountry } from './countries.ts'
import { readPlaces, WITHOUT_STATE } from './read-places.ts'
import type { Places } from './read-places.ts'

const { compare } = new Intl.Collator('en')

let held: Promise<Places> | null = null

/** The states of a country by name; none for one that has no states. Refuses as `not-found` an unknown country. */
export async function statesOf(country: string): Promise<{ code: string; name: string }[]> {
  const { states } = await placesOf(country)
  return (states.get(country) ?? []).toSorted((a, b) => compare(a.name, b.name))
}

/** The cities of a state by name, each once. Refuses as `not-found` an unknown country or state. */
export async function citiesOf(country: string, state: string): Promise<{ name: string }[]> {
  const { states, cities } = await placesOf(country)
  const isKnown = state === WITHOUT_STATE || states.get(country)?.some(({ code }) => code === state)
  if (!isKnown) throw new Refusal('not-found', 'There is no such state.')
  const names = new Set(cities.get(`${country}.${state}`)?.split('\n'))
  return [...names].sort(compare).map((name) => ({ name }))
}

/** Read when somebody asks first, and kept. */
async function placesOf(country: string): Promise<Places> {
  if (!isCountry(country)) throw new Refusal('not-found', 'There is no such country.')
  held ??= readPlaces().catch((error: unknown) => {
    held = null
    throw error
  })
  return held
}
