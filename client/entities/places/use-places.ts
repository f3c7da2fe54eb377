import { CityEntry, StateEntry } from '@vesper/sync/vesper/api/reference.ts'
import * as v from 'valibot'
import { listedName } from './suggested.ts'
import { usePlaceList } from './use-place-list.ts'

const States = v.array(StateEntry)
const Cities = v.array(CityEntry)

type Names = readonly string[] | undefined

/** The names of the states and the cities to choose from; undefined where a list is not at hand. */
export type Places = { states: Names; cities: Names }

/** `state` is the name of a state. Cities of a country without states need none. `isLoading`: the states come. */
export function usePlaces(country: string | null, state: string): Places & { isLoading: boolean } {
  const { list: states, isLoading } = usePlaceList(country ? `/states/${country}` : null, States)
  const known = states?.find(({ name }) => name === state)?.code
  // Cities of a country without states have a hyphen for the state.
  const code = states?.length === 0 ? '-' : known
  const { list: cities } = usePlaceList(country && code ? `/cities/${country}/${code}` : null, Cities)
  return { states: states?.map(({ name }) => name), cities: cities?.map(({ name }) => name), isLoading }
}

type Place = { state: string; city: string }

/** The names as the lists write them, or the sentences that say at which field another one is to be chosen. */
export function listedPlace({ state, city }: Place, { states, cities }: Places): Place | { errors: Partial<Place> } {
  const known = listedName(states, state)
  if (known === null) return { errors: { state: 'Choose a state of the list.' } }
  if (city !== '' && known === '' && states && states.length > 0)
    return { errors: { state: 'Choose the state of this city.' } }
  // The cities at hand are those of the state as the list writes it.
  const town = known === state ? listedName(cities, city) : city
  return town === null ? { errors: { city: 'Choose a city of the list.' } } : { state: known, city: town }
}
