import { randomUUID } from 'node:crypto'
import {
  AddressesQuery,
  AddressParams,
  CreateAddressBody,
  UpdateAddressBody,
} from '@vesper/sync/vesper/api/addresses.ts'
import { Done, listOf } from '@vesper/sync/vesper/api/fields.ts'
import { Address as AddressRecord } from '@vesper/sync/vesper/records/address.ts'
import { containing } from '../../../infra/database/like-pattern.ts'
import { own } from '../../../infra/database/own.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { removeAddress, saveAddress } from './commands.ts'
import { Address } from './entity.ts'
import { addressView } from './views.ts'

const tag = 'Addresses'
const limits = [{ points: 60, seconds: 60, by: 'account' }] as const

export const addressRoutes: Route[] = [
  route({
    ...{ method: 'POST', path: '/addresses/create', who: 'user', limits: [...limits], tag },
    summary: 'Add an address; with the same _id again it is the same',
    body: CreateAddressBody,
    answer: AddressRecord,
    status: 201,
    async handle({ app, actor, body: { _id = randomUUID(), ...changes } }) {
      return addressView(await transact(app, actor, (tx) => saveAddress(tx, { _id, changes })))
    },
  }),
  route({
    ...{ method: 'PUT', path: '/addresses/{id}', who: 'owner', limits: [...limits], tag },
    summary: 'Change fields of an address',
    params: AddressParams,
    body: UpdateAddressBody,
    files: {},
    answer: AddressRecord,
    async handle({ app, actor, params: { id }, body: changes }) {
      return addressView(
        await transact(app, actor, async (tx) => {
          await own(tx, Address, { id, message: 'This address is no longer there.' })
          return saveAddress(tx, { _id: id, changes })
        }),
      )
    },
  }),
  route({
    ...{ method: 'GET', path: '/addresses/search', who: 'user', tag },
    summary: 'The caller’s addresses',
    query: AddressesQuery,
    answer: listOf(AddressRecord),
    async handle({ app, actor, query }) {
      const where = { userId: actor.userId, ...(query.q && { name: { $ilike: containing(query.q) } }) }
      const { rows, total } = await entityPage(app.orm.em.fork(), { entity: Address, where }, query)
      return { data: rows.map(addressView), total }
    },
  }),
  route({
    ...{ method: 'DELETE', path: '/addresses/{id}', who: 'owner', limits: [...limits], tag },
    summary: 'Remove an address; orders keep their copy',
    params: AddressParams,
    answer: Done,
    async handle({ app, actor, params: { id } }) {
      await transact(app, actor, (tx) => removeAddress(tx, { _id: id }))
      return { success: true } as const
    },
  }),
]
