import type Stripe from 'stripe'
import { call } from './calls.ts'
import { invalidRequest } from './gateway-error.ts'
import type { GatewayError } from './gateway-error.ts'
import { NoParameters } from './parameters.ts'
import { insertObject, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

/** Money that the platform has put in by itself, before anybody pays: a million, as payouts are tried out first. */
const OWN_CENTS = 100_000_000

/** Any fixed number. Two that spend one balance at once take turns by it. */
export const BALANCE_LOCK = 7_210_078

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
    - coalesce(sum((data->>'amount')::bigint) filter (where kind = 'dispute' and data->>'status' in ('needs_response', 'under_review', 'lost')), 0)
    - coalesce(sum((data->>'amount')::bigint - (data->>'amount_reversed')::bigint) filter (where kind = 'transfer'), 0)
  )::float8 as cents
  from sandbox_gateway.object where kind in ('charge', 'dispute', 'transfer')`

/** Cents that a connected account has: what came, less what went back and what its bank has. */
export async function accountBalance(connection: Connection, accountId: unknown): Promise<number> {
  const { rows } = await connection.query<{ balance: number }>(
    `select (
        select coalesce(sum((data->>'amount')::bigint - (data->>'amount_reversed')::bigint), 0)
        from sandbox_gateway.object where kind = 'transfer' and data->>'destination' = $1
      )::int - (
        select coalesce(sum((data->>'amount')::bigint), 0) from sandbox_gateway.object
        where kind = 'payout' and data->>'account' = $1 and data->>'status' <> 'failed'
      )::int as balance`,
    [accountId],
  )
  return rows[0]?.balance ?? 0
}

export function tooLittle(): GatewayError {
  const code = 'balance_insufficient'
  return invalidRequest('You have insufficient available funds in your Stripe account.', { code })
}

export const balanceCalls = [
  call({
    method: 'GET',
    path: '/v1/balance',
    parameters: NoParameters,
    answer: async ({ store: { connection }, account }): Promise<Stripe.Balance> => {
      const amount =
        account === undefined ? await platformBalance(connection) : await accountBalance(connection, account)
      return {
        ...{ object: 'balance', livemode: false },
        available: [{ amount, currency: 'usd', source_types: { card: amount } }],
        pending: [{ amount: 0, currency: 'usd', source_types: { card: 0 } }],
      }
    },
  }),
]
