import { randomUUID } from 'node:crypto'
import type { OfferBody } from '@vesper/sync/vesper/api/offers.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { makeOffer } from '../commands.ts'
import type { Offer } from '../entity.ts'

type Edit = Partial<{
  [Field in 'usesMax' | 'endsAt' | 'audience' | 'listId' | 'code']: OfferBody[Field]
}>

const common = () => ({
  ...{ _id: randomUUID(), code: `t-${randomUUID().slice(0, 12)}` },
  ...({ usesMax: null, endsAt: null, audience: 'all', listId: null } as const),
})

/** Has a creator offer free days; answers the offer. */
export async function offerTrial(
  { app }: TestServer,
  creator: Person,
  { days, ...edit }: Edit & { days: number },
): Promise<Offer> {
  const body = { ...common(), kind: 'trial', days, ...edit } as const
  return (await transact(app, creator.actor, (tx) => makeOffer(tx, body))).offer
}

/** Has a creator lower the first month; answers the offer. */
export async function offerDiscount(
  { app }: TestServer,
  creator: Person,
  { percent, ...edit }: Edit & { percent: number },
): Promise<Offer> {
  const body = { ...common(), kind: 'discount' as const, percent, terms: ['monthly' as const], ...edit }
  return (await transact(app, creator.actor, (tx) => makeOffer(tx, body))).offer
}

/** Starts a trial through REST. */
export function startTrial(
  server: TestServer,
  { token, code, _id = randomUUID() }: Pick<Person, 'token'> & { code: string; _id?: string },
) {
  return call(server, `POST /join/${code}`, { token, body: { _id } })
}

/** Reads an offer as `person`, or as a visitor. */
export function lookAt(server: TestServer, code: string, person?: Person) {
  return call(server, `GET /join/${code}`, person ? { token: person.token } : {})
}
