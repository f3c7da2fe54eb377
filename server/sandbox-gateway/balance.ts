import type Stripe from 'stripe'
import { call } from './calls.ts'
import { NoParameters } from './parameters.ts'
import { insertObject, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

/** Money that the platform has put in by itself, before anybody pays: a million, as payouts are tried out first. */
const OWN_CENTS = 100_000_000

type Own = { id: string; object: 'sandbox_own_money'; amount: number }

const at = { id: 'own_money', kind: 'sandbox_own_money' } as const

/** Sets the money that the platform has put in by itself. */
export function setOwnMoney(store: Store, amount: number): Promise<void> {
  return store.transaction(async (connection) => {
    const own: Own = { id: at.id, object: at.kind, amount }
    await ((await readObject<Own>(connection, at)) ? updateObject(connection, own) : insertObject(connection, own))
  })
}

/** Cents that the platform can transfer: its own and those of payments, less those that went back, or on to accounts. */
export async function platformBalance(connection: Connection): Promise<number> {
  const { amount: own } = (await readObject<Own>(connection, at)) ?? { amount: OWN_CENTS }
  const { rows } = await connection.query<{ cents: number }>(BALANCE)
  return own + (rows[0]?.cents ?? 0)
}

const BALANCE = `select (
    coalesce(sum((data->>'amount')::bigint - (data->>'amount_refunded')::bigint) filter (where kind = 'charge' and data->>'status' = 'succeeded'), 0)
    - coalesce(sum((data->>'amount')::bigint) filter (where kind = 'dispute' and data->>'status' in ('needs_response', 'lost')), 0)
    - coalesce(sum((data->>'amount')::bigint - (data->>'amount_reversed')::bigint) filter (where kind = 'transfer'), 0)
  )::float8 as cents
  from sandbox_gateway.object where kind in ('charge', 'dispute', 'transfer')`

export const balanceCalls = [
  call({
    method: 'GET',
    path: '/v1/balance',
    parameters: NoParameters,
    answer: async ({ store }): Promise<Stripe.Balance> => ({
      ...{ object: 'balance', livemode: false },
      available: [{ amount: await platformBalance(store.connection), currency: 'usd', source_types: {} }],
      pending: [{ amount: 0, currency: 'usd', source_types: {} }],
    }),
  }),
]
