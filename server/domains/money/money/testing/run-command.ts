import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import type { ApiAnswer } from '../../../people/accounts/testing/api.ts'
import { checkoutOf } from '../../../shop/orders/testing/buy.ts'
import { press } from '../../payments/testing/pay.ts'
import { approvePayout, confirmPayout } from '../../payouts/requests/review.ts'
import { purchaseOf } from '../../subscriptions/testing/subscribe.ts'
import { matureEarnings } from '../charges/mature-earnings.ts'
import { refundCharge } from '../charges/refund.ts'
import { captureHold, extendHold, hold, releaseHold } from '../holds/commands.ts'
import { POST_PRICES, PRODUCT_PRICE } from './money-model.ts'
import type { Command } from './money-model.ts'
import type { Stage } from './money-stage.ts'

type One<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>

/** Gives a command to the server, over REST where accounts do; tells whether it was taken. Throws where it was cut off. */
export async function runCommand(stage: Stage, command: Command): Promise<boolean> {
  const { server } = stage
  switch (command.kind) {
    case 'top-up':
      return topUp(stage, command)
    case 'tip':
    case 'buy':
    case 'subscribe':
    case 'order':
      return isTaken(await pay(stage, command))
    case 'cancel':
      return cancel(stage, command)
    case 'refund': {
      const { charge: chargeId, tokens, id: key } = command
      return isDone(transact(server.app, null, (tx) => refundCharge(tx, { chargeId, tokens, reason: 'Test', key })))
    }
    case 'mature':
      while ((await matureEarnings(server.app)) > 0);
      return true
    case 'hold':
    case 'extend':
    case 'capture':
    case 'release':
      return isDone(holdTokens(stage, command))
    case 'ask-payout':
      return askPayout(stage, command)
    case 'cancel-payout': {
      const owner = await ownerOf(stage, `select performer_id as id from payout where id = ?`, command.payout)
      const token = stage.creators.find(({ person }) => person.id === owner)?.person.token
      const target = `PUT /payout-requests/${command.payout}` as const
      return isTaken(await call(server, target, { token, body: { status: 'canceled' } }))
    }
    case 'approve-payout':
      return isDone(transact(server.app, null, (tx) => approvePayout(tx, command.payout)))
    case 'confirm-payout':
      return isDone(transact(server.app, null, (tx) => confirmPayout(tx, command.payout, null)))
  }
}

function pay(stage: Stage, command: One<'tip' | 'buy' | 'subscribe' | 'order'>): Promise<ApiAnswer> {
  const { server, fans, addresses, creators } = stage
  const { id: _id, fan } = command
  const creator = creators[command.creator]
  const token = fans[fan]?.token
  if (!creator) throw new RangeError('there is no such creator')
  const { person, posts, productId } = creator
  if (command.kind === 'tip') {
    const body = { _id, tokens: command.tokens }
    return call(server, `POST /wallet/charges/tip/${person.id}`, { token, body })
  }
  if (command.kind === 'buy') {
    const price = (POST_PRICES[command.post] ?? 0) - (command.isStale ? 1 : 0)
    return call(server, `POST /wallet/charges/feed/${posts[command.post] ?? ''}`, { token, body: { _id, price } })
  }
  if (command.kind === 'subscribe') {
    const body = purchaseOf(person.id, { _id })
    return call(server, 'POST /payment/subscribe/performers', { token, body })
  }
  const line = { productId, quantity: command.quantity, price: PRODUCT_PRICE }
  const body = checkoutOf([line], { _id, addressId: addresses[fan], consent: '2026-11' })
  return call(server, 'POST /orders', { token, body })
}

/** Holds have no call of their own: shows make them. */
function holdTokens({ server, fans, creators }: Stage, command: One<'hold' | 'extend' | 'capture' | 'release'>) {
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000)
  return transact(server.app, null, async (tx) => {
    if (command.kind === 'hold') {
      const fanId = fans[command.fan]?.id ?? ''
      const performerId = creators[command.creator]?.person.id ?? ''
      performerOfHold.set(command.id, performerId)
      return hold(tx, { id: command.id, fanId, performerId, tokens: command.tokens, expiresAt })
    }
    if (command.kind === 'release') return releaseHold(tx, command.hold)
    const { hold: id, tokens } = command
    if (command.kind === 'extend') return extendHold(tx, { id, tokens, expiresAt })
    const performerId = performerOfHold.get(id) ?? ''
    await captureHold(tx, { id, tokens, type: 'stream', targetId: id, performerId, seconds: 1 })
  })
}

const performerOfHold = new Map<string, string>()

/** Orders tokens, pays on the page of the provider, and comes back. */
async function topUp({ server, fans }: Stage, { id: _id, fan, tokens }: One<'top-up'>): Promise<boolean> {
  const token = fans[fan]?.token
  const body = { _id, tokens, amount: tokens * 5 }
  const ordered = await call(server, 'POST /payment/wallet/top-up', { token, body })
  if (!isTaken(ordered)) return false
  const { checkoutId, url, status } = ordered.body
  if (status !== 'paid') await press(server, url, { answer: 'pay' })
  return isTaken(await call(server, `GET /stripe/confirm-payment?checkoutId=${String(checkoutId)}`, { token }))
}

async function cancel(stage: Stage, { order }: One<'cancel'>): Promise<boolean> {
  const owner = await ownerOf(stage, `select buyer_id as id from "order" where id = ?`, order)
  const token = stage.fans.find(({ id }) => id === owner)?.token
  const { body: seen } = await call(stage.server, `GET /orders/${order}`, { token })
  const body = { version: seen['version'] ?? 1, reason: 'Changed my mind' }
  return isTaken(await call(stage.server, `POST /orders/${order}/cancel`, { token, body }))
}

async function askPayout({ server, creators }: Stage, command: One<'ask-payout'>): Promise<boolean> {
  const token = creators[command.creator]?.person.token
  const { body: seen } = await call(server, 'POST /payout-requests/calculate', { token, body: {} })
  const body = { _id: command.id, amount: command.cents, method: 'bank', version: seen['version'] ?? 0 }
  return isTaken(await call(server, 'POST /payout-requests', { token, body }))
}

async function ownerOf({ server }: Stage, sql: string, id: string): Promise<string | undefined> {
  const [row] = await server.app.orm.em.fork().execute<{ id: string }[]>(sql, [id])
  return row?.id
}

/** A refusal is an answer; a failure of the server is none. */
function isTaken({ status, text }: ApiAnswer): boolean {
  if (status >= 500) throw new Error(`the server failed with ${status}: ${text}`)
  return status < 400
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
