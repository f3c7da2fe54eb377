import type Stripe from 'stripe'
import * as v from 'valibot'
import { accountBalance, BALANCE_LOCK, platformBalance, tooLittle } from './balance.ts'
import { call } from './calls.ts'
import { addEvent, newId, now } from './events.ts'
import { invalidRequest, unknownObject, unknownParameter } from './gateway-error.ts'
import { moveBalance } from './move-balance.ts'
import { currency, limit, metadata, NoParameters, positive, text } from './parameters.ts'
import { insertObject, listObjects, readObject, updateObject } from './store.ts'
import type { Connection, Store } from './store.ts'

const CreateTransfer = v.strictObject({
  amount: positive,
  currency,
  destination: text,
  transfer_group: v.optional(text),
  metadata,
})

const ListTransfers = v.strictObject({ transfer_group: v.optional(text), limit, starting_after: v.optional(text) })

const CreateReversal = v.strictObject({ amount: v.optional(positive), metadata })

export const transferCalls = [
  call({
    method: 'POST',
    path: '/v1/transfers',
    parameters: CreateTransfer,
    answer: ({ store }, { parameters }) => createTransfer(store, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/transfers',
    parameters: ListTransfers,
    answer: ({ store }, { parameters }) => listTransfers(store.connection, parameters),
  }),
  call({
    method: 'GET',
    path: '/v1/transfers/{id}',
    parameters: NoParameters,
    answer: ({ store }, { id }) => requireTransfer(store.connection, id),
  }),
  call({
    method: 'POST',
    path: '/v1/transfers/{id}/reversals',
    parameters: CreateReversal,
    answer: ({ store }, { id, parameters }) => reverse(store, id, parameters),
  }),
]

function createTransfer(store: Store, asked: v.InferOutput<typeof CreateTransfer>): Promise<Stripe.Transfer> {
  return store.transaction(async (connection) => {
    const at = { id: asked.destination, kind: 'account' } as const
    const account = await readObject<Stripe.Account>(connection, at)
    if (!account) throw unknownParameter('destination', 'destination', asked.destination)
    if (account.capabilities?.transfers !== 'active') {
      throw invalidRequest(
        'Your destination account needs to have at least one of the following capabilities enabled: transfers.',
        { code: 'insufficient_capabilities_for_transfer' },
      )
    }
    // Two transfers at once take turns: the balance is enough for both, or for one.
    await connection.query('select pg_advisory_xact_lock($1)', [BALANCE_LOCK])
    if (asked.amount > (await platformBalance(connection))) throw tooLittle()
    const { amount, currency: unit } = asked
    const id = newId('tr')
    const move = { currency: unit, source: id }
    const transaction = await moveBalance(connection, { ...move, amount: -amount, type: 'transfer' })
    await moveBalance(connection, { ...move, amount, type: 'payment', account: account.id })
    const transfer = await insertObject(connection, {
      ...{ id, object: 'transfer', amount, amount_reversed: 0, currency: unit },
      ...{ destination: asked.destination, metadata: asked.metadata, transfer_group: asked.transfer_group ?? null },
      ...{ balance_transaction: transaction, created: now(), description: null, livemode: false, reversed: false },
      reversals: { object: 'list', data: [], has_more: false, url: '/v1/transfers/reversals' },
      source_transaction: null,
    } satisfies Stripe.Transfer)
    await addEvent(connection, 'transfer.created', transfer)
    return transfer
  })
}

function reverse(
  store: Store,
  id: string,
  asked: v.InferOutput<typeof CreateReversal>,
): Promise<Stripe.TransferReversal> {
  return store.transaction(async (connection) => {
    const transfer = await requireTransfer(connection, id, true)
    const left = transfer.amount - transfer.amount_reversed
    const amount = asked.amount ?? left
    if (left === 0 || amount > left) {
      throw invalidRequest('Transfer reversal amount is greater than the unreversed amount.', { param: 'amount' })
    }
    const free = await accountBalance(connection, transfer.destination)
    if (amount > free) throw invalidRequest('Insufficient funds in the account.', { code: 'balance_insufficient' })
    const reversalId = newId('trr')
    const move = { currency: transfer.currency, source: reversalId }
    const transaction = await moveBalance(connection, { ...move, amount, type: 'transfer_refund' })
    const account = typeof transfer.destination === 'string' ? transfer.destination : ''
    await moveBalance(connection, { ...move, amount: -amount, type: 'payment_refund', account })
    const reversal = await insertObject(connection, {
      ...{ id: reversalId, object: 'transfer_reversal', amount, currency: transfer.currency, created: now() },
      ...{ transfer: id, metadata: asked.metadata, balance_transaction: transaction, destination_payment_refund: null },
      source_refund: null,
    } satisfies Stripe.TransferReversal)
    const reversed = transfer.amount_reversed + amount
    const changed = { ...transfer, amount_reversed: reversed, reversed: reversed === transfer.amount }
    await addEvent(connection, 'transfer.reversed', await updateObject(connection, changed))
    return reversal
  })
}

function listTransfers(
  connection: Connection,
  { transfer_group: group, limit: most, starting_after: after }: v.InferOutput<typeof ListTransfers>,
) {
  const where = group === undefined ? {} : { transfer_group: group }
  return listObjects<Stripe.Transfer>(connection, { kind: 'transfer', where, limit: most, after: after ?? null })
}

async function requireTransfer(connection: Connection, id: string, lock = false): Promise<Stripe.Transfer> {
  const transfer = await readObject<Stripe.Transfer>(connection, { id, kind: 'transfer', lock })
  if (!transfer) throw unknownObject('transfer', id)
  return transfer
}
