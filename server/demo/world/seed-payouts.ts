import type { App } from '../../app.ts'
import { matureEarnings } from '../../domains/money/money/charges/mature-earnings.ts'
import { sealBankAccount } from '../../domains/money/payouts/details/banking.ts'
import { PayoutDetails } from '../../domains/money/payouts/details/entity.ts'
import { askPayout, changePayout } from '../../domains/money/payouts/requests/commands.ts'
import { Payout } from '../../domains/money/payouts/requests/entity.ts'
import { payoutStanding } from '../../domains/money/payouts/requests/payout-standing.ts'
import { approvePayout, confirmPayout, rejectPayout } from '../../domains/money/payouts/requests/review.ts'
import { NotificationEvent } from '../../domains/notify/notifications/entity.ts'
import { User } from '../../domains/people/accounts/entity.ts'
import { changeSettings } from '../../domains/site/settings/commands.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { worldCreators } from './creators.ts'
import { demoId } from './demo-id.ts'
import { withoutMail } from './seed-money.ts'

const DAY_MS = 24 * 60 * 60_000

/** The number is the example of the IBAN registry: nobody could send money to it. */
const BANK_ACCOUNT = {
  ...{ holder: 'Demo Creator', address: '1 Example Street, Stockholm', country: 'SE' },
  ...{ iban: 'SE4550000000058398257466', swift: 'ESSESESS' },
}

type Way = 'paid' | 'rejected' | 'canceled' | 'failed' | 'pending'

/** The payouts of each of the first creators, the oldest first. At most one is open, and it comes last. */
const plans: readonly (readonly Way[])[] = [
  ['rejected', 'paid'],
  ['canceled', 'pending'],
  ['rejected', 'failed'],
  ['canceled', 'paid'],
]

/** Payouts of creators each way, as creators and the operator make them. Called again, it adds what is missing. */
export async function seedPayouts(app: App, { start, signal }: { start: Date; signal: AbortSignal }): Promise<void> {
  // Everybody knows the passwords of the demo: a second factor would lock others out.
  await transact(app, null, (tx) => changeSettings(tx, { payoutsNeedFactor: false }))
  while ((await matureEarnings(app)) > 0) signal.throwIfAborted()
  const users = await app.orm.em.fork().find(User, { username: { $in: worldCreators.map(({ username }) => username) } })
  for (const [index, ways] of plans.entries()) {
    const username = worldCreators[index]?.username ?? ''
    const creator = must(users.find((user) => user.username === username))
    for (const [n, way] of ways.entries()) {
      signal.throwIfAborted()
      const daysAgo = 1 + 20 * (ways.length - 1 - n)
      const now = new Date(start.getTime() - daysAgo * DAY_MS)
      const id = demoId(username, 'payout', n)
      await transact(app, null, (tx) => pay({ ...withoutMail(tx), now, actor: actingAs(creator) }, id, way))
    }
  }
}

async function pay(tx: Tx, id: string, way: Way): Promise<void> {
  if ((await tx.em.count(Payout, { id })) > 0) return
  const performerId = must(tx.actor?.userId)
  if ((await tx.em.count(PayoutDetails, { performerId })) === 0) {
    const bank = sealBankAccount(tx.app.sealer, performerId, BANK_ACCOUNT)
    const shown = { method: 'bank', bankLast4: BANK_ACCOUNT.iban.slice(-4), bankCountry: BANK_ACCOUNT.country } as const
    tx.em.create(PayoutDetails, { performerId, bank, ...shown, updatedAt: tx.now })
    await tx.em.flush()
  }
  const { facts, version } = await payoutStanding(tx, performerId)
  const amount = Math.max(facts.minimum, Math.floor(facts.available / 300) * 100)
  if (facts.available < amount || facts.hasOpenRequest) return
  await askPayout(tx, { _id: id, amount, version, method: 'bank', note: '' })
  const operator = { ...tx, actor: null, now: new Date(tx.now.getTime() + DAY_MS / 2) }
  if (way === 'canceled') await changePayout(tx, id, { status: 'canceled' })
  else if (way === 'rejected') await rejectPayout(operator, id, 'The name of the account is not yours.')
  else if (way !== 'pending') {
    await approvePayout(operator, id)
    await confirmPayout(operator, id, way === 'failed' ? 'The bank sent the money back.' : null)
  }
  // Nobody is notified of the past.
  await tx.em.flush()
  await tx.em.nativeDelete(NotificationEvent, { objectId: id })
}
