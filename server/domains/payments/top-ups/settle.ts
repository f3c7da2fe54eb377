import { LockMode } from '@mikro-orm/postgresql'
import type { App } from '../../../context.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { post } from '../../money/ledger/post.ts'
import { topUpLines } from '../../money/postings.ts'
import { saveWallet } from '../../money/wallets.ts'
import type { Checkout } from '../gateway.ts'
import { TopUp } from './entity.ts'
import { requireGateway } from './order.ts'

/**
 * Brings a top-up to where its checkout stands: asked by a webhook, the return page and a job, in any order and number. It
 * only goes forward, and its tokens come once. Null where no top-up has this checkout.
 */
export async function settleTopUp(app: App, checkoutId: string): Promise<TopUp | null> {
  const gateway = requireGateway(app)
  const known = await app.orm.em.fork().findOne(TopUp, { checkoutId })
  if (known?.status === 'paid') return known
  const checkout = await gateway.readCheckout(checkoutId)
  if (!checkout?.reference) return known
  const { reference } = checkout
  return transact(app, null, async (tx) => {
    const topUp = await tx.em.findOne(TopUp, { id: reference }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!topUp) return null
    // A server that was killed after the provider's answer has not noted it.
    topUp.checkoutId ??= checkout.id
    if (topUp.checkoutId !== checkout.id || topUp.status === 'paid') return topUp
    if (checkout.status === 'expired') topUp.status = 'expired'
    if (checkout.status === 'paid') await credit(tx, topUp, { checkout, isLive: gateway.isLive })
    await tx.em.flush()
    return topUp
  })
}

async function credit(
  tx: Tx,
  topUp: TopUp,
  { checkout, isLive }: { checkout: Checkout; isLive: boolean },
): Promise<void> {
  const { id, userId: fanId, tokens, bonus, tokenCents, amount, currency } = topUp
  const isAsOrdered = checkout.amount === amount && checkout.currency === currency.toLowerCase()
  if (!isAsOrdered || checkout.isLive !== isLive) {
    throw new Error(`the checkout ${checkout.id} is not what the top-up ${id} ordered`)
  }
  const request = { fanId, tokens: BigInt(tokens), bonus: BigInt(bonus), tokenCents: BigInt(tokenCents) }
  await post(tx, { scope: 'top-up', key: id, request, kind: 'top-up', refId: id, lines: topUpLines(request) })
  Object.assign(topUp, { status: 'paid', paymentId: checkout.paymentId, paidAt: tx.now })
  await saveWallet(tx, fanId)
}
