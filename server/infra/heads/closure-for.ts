import type { App } from '../../app.ts'
import { Unavailable } from '../http/limits/unavailable.ts'
import { requireOpen } from '../http/require-open.ts'

/** Why the site is closed to an address. `retryAfterSeconds`: of a closure that ends soon; null for one that stays. */
export type Closure = { retryAfterSeconds: number | null }

/** Tells how the site is closed to this address: for work, or to its country; null for an open one. */
export async function closureFor(app: App, ip: string): Promise<Closure | null> {
  try {
    await requireOpen(app, ip)
    return null
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    const isForWork = error.details?.some(({ path }) => path === 'maintenance') ?? false
    return { retryAfterSeconds: isForWork ? error.retryAfterSeconds : null }
  }
}
