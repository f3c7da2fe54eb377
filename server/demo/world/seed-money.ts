import { User } from '../../domains/accounts/entity.ts'
import { buy } from '../../domains/money/charges/buy.ts'
import { tip } from '../../domains/money/charges/tip.ts'
import { post } from '../../domains/money/ledger/post.ts'
import { topUpLines } from '../../domains/money/postings.ts'
import { centsOf } from '../../domains/money/units.ts'
import { saveWallet } from '../../domains/money/wallets.ts'
import { TopUp } from '../../domains/payments/top-ups/entity.ts'
import type { App } from '../../context.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { planMoney } from './plan-money.ts'
import type { MoneyEvent } from './plan-money.ts'
import { planFollows } from './plan-reactions.ts'
import type { World } from './read-world.ts'

type Account = Pick<User, 'id' | 'isPerformer'>

const MINUTE_MS = 60_000
const BATCH = 25

/**
 * Moves the money of a year by the commands that move it for people, each at its time before `start`. Cut off at any
 * moment, the next call goes on: each event has its id. Throws the reason of `signal` when it aborts.
 */
export async function seedMoney(app: App, world: World, { start, signal }: { start: Date; signal: AbortSignal }) {
  const events = planMoney(world, planFollows())
  const users = await app.orm.em.fork().find(User, {}, { fields: ['id', 'username', 'isPerformer'] })
  const accounts = new Map(users.map((user) => [user.username ?? '', user]))
  for (let from = 0; from < events.length; from += BATCH) {
    signal.throwIfAborted()
    await transact(app, null, async (tx) => {
      for (const event of events.slice(from, from + BATCH)) {
        const now = new Date(start.getTime() - event.minutesAgo * MINUTE_MS)
        await move({ ...tx, now, actor: actingAs(must(accounts.get(event.fan))) }, event, accounts)
        await tx.em.flush()
      }
    })
  }
}

async function move(tx: Tx, event: MoneyEvent, accounts: ReadonlyMap<string, Account>): Promise<void> {
  if (event.kind === 'top-up') await topUp(tx, { ...event, fanId: must(accounts.get(event.fan)).id })
  else if (event.kind === 'tip') {
    const performerId = must(accounts.get(event.creator)).id
    await tip(tx, { _id: event.id, performerId, tokens: event.tokens, message: event.message })
  } else {
    const { id: _id, type, targetId, tokens: price } = event
    await buy(tx, { _id, type, targetId, price })
  }
}

/** Past the provider, who has no such checkout; the ledger says the same as after one. */
async function topUp(
  tx: Tx,
  { id, fanId, tokens, bonus }: { id: string; fanId: string; tokens: number; bonus: number },
): Promise<void> {
  if ((await tx.em.count(TopUp, { id })) > 0) return
  const { tokenValue, currency } = await tx.app.settings.readIn(tx)
  const tokenCents = centsOf(tokenValue)
  const request = { fanId, tokens: BigInt(tokens), bonus: BigInt(bonus), tokenCents }
  await post(tx, { scope: 'top-up', key: id, request, kind: 'top-up', refId: id, lines: topUpLines(request) })
  tx.em.create(TopUp, {
    ...{ id, userId: fanId, tokens, bonus, tokenCents: Number(tokenCents), amount: tokens * Number(tokenCents) },
    ...{ currency, status: 'paid', createdAt: tx.now, expiresAt: tx.now, paidAt: tx.now },
  })
  await saveWallet(tx, fanId)
}
