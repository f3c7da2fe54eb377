import type Stripe from 'stripe'
import * as v from 'valibot'
import { call } from './calls.ts'
import { found } from './cards.ts'
import { newId, now } from './events.ts'
import { unknownObject } from './gateway-error.ts'
import { limit, Retrieve, text } from './parameters.ts'
import { insertObject, listObjects } from './store.ts'
import type { Connection } from './store.ts'

type Transaction = Stripe.BalanceTransaction
/** `account` is null for the platform. No viewer sees it. */
type Entry = Omit<Transaction, 'source'> & { source: string; account: string | null }

/** Money that came to a balance, or left it where `amount` is negative, by the object `source`. */
type Move = Pick<Transaction, 'amount' | 'currency' | 'type'> & { source: string; account?: string }

/** Notes a move of money in the history of a balance; gives its id. This gateway takes no fees. */
export async function moveBalance(connection: Connection, { account, ...move }: Move): Promise<string> {
  const at = now()
  const entry = await insertObject<Entry>(connection, {
    ...{ id: newId('txn'), object: 'balance_transaction', ...move, account: account ?? null },
    ...{ available_on: at, balance_type: 'payments', created: at, description: null, exchange_rate: null },
    ...{ fee: 0, fee_details: [], net: move.amount, reporting_category: move.type, status: 'available' },
  })
  return entry.id
}

const ListTransactions = v.strictObject({
  ...{ type: v.optional(text), source: v.optional(text), currency: v.optional(text) },
  ...{ limit, starting_after: v.optional(text) },
})

async function listTransactions(
  connection: Connection,
  { limit: most, starting_after: after, ...filters }: v.InferOutput<typeof ListTransactions>,
  account: string | null,
) {
  const page = { where: { ...filters, account }, limit: most, after: after ?? null }
  const list = await listObjects<Entry>(connection, { kind: 'balance_transaction', ...page })
  return { ...list, data: list.data.map(shown) }
}

async function readTransaction(connection: Connection, id: string, account: string | null): Promise<Transaction> {
  const entry = await found<Entry>(connection, 'balance_transaction', id)
  if (entry.account !== account) throw unknownObject('balance_transaction', id)
  return shown(entry)
}

function shown({ account: _account, ...transaction }: Entry): Transaction {
  return transaction
}

export const balanceTransactionCalls = [
  call({
    method: 'GET',
    path: '/v1/balance_transactions',
    parameters: ListTransactions,
    answer: ({ store, account = null }, { parameters }) => listTransactions(store.connection, parameters, account),
  }),
  call({
    method: 'GET',
    path: '/v1/balance_transactions/{id}',
    parameters: Retrieve,
    answer: ({ store, account = null }, { id }) => readTransaction(store.connection, id, account),
  }),
]
