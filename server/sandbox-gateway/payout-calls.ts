import type Stripe from 'stripe'
import * as v from 'valibot'
import { requireAccount } from './accounts.ts'
import { accountBalance, tooLittle } from './balance.ts'
import { call } from './calls.ts'
import { addAccountEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject } from './gateway-error.ts'
import { moveBalance } from './move-balance.ts'
import { currency, limit, metadata, NoParameters, positive, text } from './parameters.ts'
import { insertObject, listObjects, readObject } from './store.ts'
import type { Connection, Store } from './store.ts'

const ListPayouts = v.strictObject({ limit, starting_after: v.optional(text) })

const CreatePayout = v.strictObject({ amount: positive, currency, metadata })

export const payoutCalls = [
  call({
    method: 'POST',
    path: '/v1/payouts',
    parameters: CreatePayout,
    answer: ({ store, account }, { parameters }) => createPayout(store, parameters, account),
  }),
  call({
    method: 'GET',
    path: '/v1/payouts',
    parameters: ListPayouts,
    answer: ({ store, account }, { parameters }) => listPayouts(store.connection, parameters, account),
  }),
  call({
    method: 'GET',
    path: '/v1/payouts/{id}',
    parameters: NoParameters,
    answer: ({ store, account }, { id }) => readPayout(store.connection, id, account),
  }),
]

/** The payout begins under way; the bank has answered by the time that it is read. */
function createPayout(
  store: Store,
  asked: v.InferOutput<typeof CreatePayout>,
  accountId: string | undefined,
): Promise<Stripe.Payout> {
  return store.transaction(async (connection) => {
    const account = await requireAccount(connection, accountId ?? '', true)
    if (!account.payouts_enabled) throw invalidRequest('Payouts are not enabled on this account.')
    if (asked.amount > (await accountBalance(connection, account.id))) {
      throw tooLittle()
    }
    const created = now()
    const id = newId('po')
    const move = { currency: asked.currency, source: id, account: account.id }
    const transaction = await moveBalance(connection, { ...move, amount: -asked.amount, type: 'payout' })
    const payout = {
      ...{ id, object: 'payout', amount: asked.amount, currency: asked.currency, created },
      ...{ arrival_date: created, automatic: false, livemode: false, metadata: asked.metadata, method: 'standard' },
      ...{ status: 'pending', type: 'bank_account', source_type: 'card', destination: null },
      ...{ application_fee: null, application_fee_amount: null, balance_transaction: transaction, description: null },
      ...{ failure_balance_transaction: null, failure_code: null, failure_message: null, original_payout: null },
      ...{ payout_method: null, reconciliation_status: 'not_applicable', reversed_by: null, trace_id: null },
      statement_descriptor: null,
    } satisfies Omit<Stripe.Payout, 'trace_id'> & { trace_id: null }
    const isPaid = account.metadata?.['bank'] !== 'refuses'
    const failure = { failure_code: 'no_account', failure_message: 'The bank account could not be located.' }
    const answered = { ...payout, status: isPaid ? 'paid' : 'failed', ...(isPaid ? {} : failure) }
    if (!isPaid) await moveBalance(connection, { ...move, amount: asked.amount, type: 'payout_failure' })
    await insertObject(connection, { ...answered, account: account.id })
    const type = isPaid ? 'payout.paid' : 'payout.failed'
    await addAccountEvent(connection, type, { object: answered, account: account.id })
    return payout
  })
}

async function readPayout(connection: Connection, id: string, accountId: string | undefined): Promise<unknown> {
  const payout = await readObject<Owned>(connection, { id, kind: 'payout' })
  if (payout?.account !== accountId) throw unknownObject('payout', id)
  const { account: _account, ...shown } = payout ?? {}
  return shown
}

/** The payouts of the account on whose behalf the call is made. */
async function listPayouts(
  connection: Connection,
  { limit: most, starting_after: after }: v.InferOutput<typeof ListPayouts>,
  accountId: string | undefined,
) {
  const page = { limit: most, after: after ?? null }
  const list = await listObjects<Owned>(connection, { kind: 'payout', where: { account: accountId ?? '' }, ...page })
  return { ...list, data: list.data.map(({ account: _account, ...shown }) => shown) }
}

type Owned = { id: string; object: 'payout'; account: string }
