import type { App } from '../../../context.ts'
import { appState } from '../../../infra/app-state.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import { createSharedLimit } from '../../../infra/http/limits/shared-limit.ts'

type Attempt = { name: string; ip: string }

const limitsOf = appState(({ orm }) => ({
  perNameAndAddress: createSharedLimit(orm, { name: 'login-name-address', points: 10, seconds: 900 }),
  perName: createSharedLimit(orm, { name: 'login-name', points: 100, seconds: 3_600 }),
  perProof: createSharedLimit(orm, { name: 'password-proof', points: 10, seconds: 900 }),
}))

/**
 * Counts an attempt on a name, there or not: 10 in 15 minutes from one address, and 100 an hour from all together,
 * against guessing from many addresses. Refuses beyond that.
 */
export async function countLogin(app: App, { name, ip }: Attempt): Promise<void> {
  if (app.config.rateLimits === 'off') return
  const { perNameAndAddress, perName } = limitsOf(app)
  await perNameAndAddress.count(keyOf(name, ip))
  await perName.count(name)
}

/**
 * Counts a password that is held against the current one from a session, right or wrong, by whichever call and in whichever
 * field: 10 in 15 minutes an account, so that whoever finds an open session cannot guess on.
 */
export async function countProof(app: App, accountId: string): Promise<void> {
  if (app.config.rateLimits === 'off') return
  await limitsOf(app).perProof.count(accountId)
}

/** The right password wipes the slate for its address. */
export async function forgetLogins(app: App, { name, ip }: Attempt): Promise<void> {
  if (app.config.rateLimits === 'off') return
  await limitsOf(app).perNameAndAddress.forget(keyOf(name, ip))
}

function keyOf(name: string, ip: string): string {
  return `${limitKey(ip)} ${name}`
}
