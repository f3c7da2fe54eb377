import {
  CitiesParams,
  CityEntry,
  CountryEntry,
  LanguageEntry,
  PhoneCodeEntry,
  StateEntry,
  StatesParams,
  UserAdditional,
} from '@vesper/sync/vesper/api/reference.ts'
import * as v from 'valibot'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { listCountries, listLanguages, listPhoneCodes } from './countries.ts'
import { pageOptions } from './page-options.ts'
import { citiesOf, statesOf } from './states-of.ts'

const shared = { method: 'GET', who: 'any', tag: 'Reference data', cacheSeconds: 24 * 60 * 60 } as const

export const referenceRoutes: Route[] = [
  route({
    ...shared,
    path: '/countries/list',
    summary: 'Every country with its currency, language and flag',
    answer: v.array(CountryEntry),
    handle: async ({ app }) => listCountries(app.config.publicUrl),
  }),
  route({
    ...shared,
    path: '/states/{id}',
    summary: 'The states of a country',
    params: StatesParams,
    answer: v.array(StateEntry),
    handle: ({ params }) => statesOf(params.id),
  }),
  route({
    ...shared,
    path: '/cities/{country}/{state}',
    summary: 'The cities of a state; of a country without states with - for the state',
    params: CitiesParams,
    answer: v.array(CityEntry),
    handle: ({ params }) => citiesOf(params.country, params.state),
  }),
  route({
    ...shared,
    path: '/languages/list',
    summary: 'Every language with its name in itself',
    answer: v.array(LanguageEntry),
    handle: async () => listLanguages(),
  }),
  route({
    ...shared,
    path: '/phone-codes/list',
    summary: 'The calling codes of every country',
    answer: v.array(PhoneCodeEntry),
    handle: async ({ app }) => listPhoneCodes(app.config.publicUrl),
  }),
  route({
    ...shared,
    path: '/user-additional',
    summary: 'The options of a creator’s page',
    answer: UserAdditional,
    handle: async () => pageOptions(),
  }),
]
