import type { App } from '../../../../app.ts'
import { appState } from '../../../../infra/app-state.ts'
import { limitKeys } from '../../../../infra/http/client-address.ts'
import { RateLimited } from '../../../../infra/http/limits/rate-limits.ts'
import { createSharedLimit } from '../../../../infra/http/limits/shared-limit.ts'

/** `device`: set where the device is known to the account; `account` is its id then, else the name that was given. */
type Attempt = { account: string; ip: string; device: string | null }

const QUARTER = 900
const ADDRESS = { points: 10, seconds: QUARTER }
const ALL = { points: 100, seconds: 3_600 }

const limitsOf = appState(({ orm }) => ({
  perDevice: createSharedLimit(orm, { name: 'login-device', ...ADDRESS }),
  perDevices: createSharedLimit(orm, { name: 'login-devices', ...ALL }),
  perAddress: createSharedLimit(orm, { name: 'login-name-address', ...ADDRESS }),
  perNetwork: createSharedLimit(orm, { name: 'login-name-network', points: 30, seconds: QUARTER }),
  perAccount: createSharedLimit(orm, { name: 'login-account', ...ALL }),
  perProof: createSharedLimit(orm, { name: 'password-proof', points: 10, seconds: QUARTER }),
}))

const MESSAGE = 'There were too many attempts to log in. Ask for a link by email, open it on this device, then log in.'

/** The limit binds devices that the account does not know. A link to its address makes this device known. */
class LinkNeeded extends RateLimited {
  constructor({ retryAfterSeconds }: RateLimited) {
    super(retryAfterSeconds, { message: MESSAGE, details: [{ path: 'loginLink', message: MESSAGE }] })
  }
}

/**
 * Counts an attempt on a name, of an account or not: 10 in 15 minutes from one address (an IPv6 network of 64 bits), 30 from
 * one of 48 bits, and 100 an hour from all together. Refuses beyond that with the detail `loginLink`. A known device has 10
 * in 15 minutes for itself, whatever strangers do, and all known devices of an account have 100 an hour.
 */
export async function countLogin(app: App, { account, ip, device }: Attempt): Promise<void> {
  if (app.config.rateLimits === 'off') return
  const { perDevice, perDevices, perAddress, perNetwork, perAccount } = limitsOf(app)
  if (device !== null) {
    await perDevice.count(`${device} ${account}`)
    return perDevices.count(account)
  }
  const [address, network] = limitKeys(ip)
  try {
    await perAddress.count(`${address} ${account}`)
    if (network !== undefined) await perNetwork.count(`${network} ${account}`)
    await perAccount.count(account)
  } catch (error) {
    throw error instanceof RateLimited ? new LinkNeeded(error) : error
  }
}

/**
 * Counts a password that is held against the current one from a session, right or wrong, by whichever call and in whichever
 * field: 10 in 15 minutes an account, so that whoever finds an open session cannot guess on.
 */
export async function countProof(app: App, accountId: string): Promise<void> {
  if (app.config.rateLimits === 'off') return
  await limitsOf(app).perProof.count(accountId)
}

/** The right password wipes the slate for its device or address. */
export async function forgetLogins(app: App, { account, ip, device }: Attempt): Promise<void> {
  if (app.config.rateLimits === 'off') return
  const { perDevice, perAddress } = limitsOf(app)
  if (device !== null) await perDevice.forget(`${device} ${account}`)
  else await perAddress.forget(`${limitKeys(ip)[0]} ${account}`)
}
