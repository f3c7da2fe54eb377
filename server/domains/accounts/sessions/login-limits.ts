import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { App } from '../../../context.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import { countOrRefuse } from '../../../infra/http/limits/rate-limits.ts'
import { appState } from '../../../infra/app-state.ts'

type Attempt = { name: string; ip: string }

const limitsOf = appState(() => ({
  perNameAndAddress: new RateLimiterMemory({ points: 10, duration: 900 }),
  perName: new RateLimiterMemory({ points: 100, duration: 3_600 }),
  perProof: new RateLimiterMemory({ points: 10, duration: 900 }),
}))

/**
 * Counts an attempt on a name, there or not: 10 in 15 minutes from one address, and 100 an hour from all together,
 * against guessing from many addresses. Refuses beyond that.
 */
export async function countLogin(app: App, { name, ip }: Attempt): Promise<void> {
  if (app.config.rateLimits === 'off') return
  const { perNameAndAddress, perName } = limitsOf(app)
  await countOrRefuse(perNameAndAddress, keyOf(name, ip))
  await countOrRefuse(perName, name)
}

/**
 * Counts a password that is held against the current one from a session, right or wrong, by whichever call and in whichever
 * field: 10 in 15 minutes an account, so that whoever finds an open session cannot guess on.
 */
export async function countProof(app: App, accountId: string): Promise<void> {
  if (app.config.rateLimits === 'off') return
  await countOrRefuse(limitsOf(app).perProof, accountId)
}

/** The right password wipes the slate for its address. */
export async function forgetLogins(app: App, { name, ip }: Attempt): Promise<void> {
  await limitsOf(app).perNameAndAddress.delete(keyOf(name, ip))
}

function keyOf(name: string, ip: string): string {
  return `${limitKey(ip)} ${name}`
}
