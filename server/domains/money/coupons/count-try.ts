import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { createSharedLimit } from '../../../infra/http/limits/shared-limit.ts'

/** Orders with a coupon and new codes of offers count: nobody guesses codes by them. */
const triesOf = appState(({ orm }) => createSharedLimit(orm, { name: 'coupon-order', points: 10, seconds: 3600 }))

/** Counts an order with a coupon, or an offer's new code. Refuses as `rate-limited` the eleventh of an account in an hour. */
export async function countCouponTry(app: App, userId: string): Promise<void> {
  if (app.config.rateLimits !== 'off') await triesOf(app).count(userId)
}
