import { isOfInterest } from './is-user-visible-mutation.ts'
import type { Sync } from './sync.ts'

const PREFIX = 'vesper-unsent:'

/** The cache with the copies of what an account has queued ([OUTBOX-9]). */
export function copiesOf(account: string): string {
  return `vesper-unsent-${account}`
}

/** How much of what its author would miss was on this device alone, as was noted last: of a database that may be gone. */
export function unsentBefore(account: string): number {
  return Number(read(account) ?? 0)
}

export function rememberUnsent(account: string, count: number): void {
  try {
    if (count === 0) localStorage.removeItem(PREFIX + account)
    else if (read(account) !== String(count)) localStorage.setItem(PREFIX + account, String(count))
  } catch {
    // It only serves to tell what a browser has removed.
  }
}

/** What people made that has not reached the server, as the outbox page lists it. */
export async function countUnsentIn({ db }: Sync): Promise<number> {
  return (await db.outbox.toArray()).filter(isOfInterest).length
}

function read(account: string): string | null {
  try {
    return localStorage.getItem(PREFIX + account)
  } catch {
    return null
  }
}
