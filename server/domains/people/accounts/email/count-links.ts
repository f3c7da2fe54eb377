import type { App } from '../../../../app.ts'
import { appState } from '../../../../infra/app-state.ts'
import { createLimits } from '../../../../infra/http/limits/rate-limits.ts'
import { createSharedLimit } from '../../../../infra/http/limits/shared-limit.ts'
import type { Limit } from '../../../../infra/http/route.ts'

const QUARTER = 900

/** Limits calls that use a mailed link or ask for one. Many people have one address behind a carrier's NAT. */
export const linkLimit: Limit = { points: 300, seconds: QUARTER, by: 'ip' }

const limitsOf = appState((app) => ({
  mails: createLimits(app, 'mails', [{ points: 10, seconds: QUARTER, by: 'ip' }]),
  perLink: createSharedLimit(app.orm, { name: 'mailed-link', points: 10, seconds: QUARTER }),
}))

/** Counts a call that has mail sent: 10 in 15 minutes of an address. */
export async function countMail(app: App, ip: string): Promise<void> {
  if (app.config.rateLimits === 'on') await limitsOf(app).mails({ ip, accountId: null })
}

/** Counts a use of a mailed link, which belongs to one account: 10 in 15 minutes, whatever address they come from. */
export async function countLink(app: App, token: string): Promise<void> {
  if (app.config.rateLimits === 'on') await limitsOf(app).perLink.count(token)
}
