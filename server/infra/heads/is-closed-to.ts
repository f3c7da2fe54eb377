import type { App } from '../../app.ts'
import { Unavailable } from '../http/limits/unavailable.ts'
import { requireOpen } from '../http/require-open.ts'

/** Tells if the site is closed to this address: for work, or to its country. */
export async function isClosedTo(app: App, ip: string): Promise<boolean> {
  try {
    await requireOpen(app, ip)
    return false
  } catch (error) {
    if (error instanceof Unavailable) return true
    throw error
  }
}
