import { lineBack } from '../../core/connection/model.ts'
import { subscribeToSync, syncState } from '../../core/sync/sync.ts'
import type { Sync } from '../../core/sync/sync.ts'

/** The least time between two questions, in milliseconds: a lively conversation changes every second. */
const PAUSE_MS = 60_000
/** After a start the page comes first. */
const START_MS = 3_000

/**
 * Removes withdrawn pictures from this device, from now on: with the first contact after a start or an outage, and after
 * changes that came in. The tab that synchronises does it for all.
 */
export function followWithdrawals(drop = dropLazily): void {
  let followed: Sync | null = null
  let account: string | null = null
  let isDue = false
  let isAsking = false
  let askedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function see(): void {
    const status = followed?.status()
    if (!isDue || isAsking || timer !== undefined || !status?.leader || status.state !== 'idle') return
    timer = setTimeout(ask, Math.max(0, askedAt + PAUSE_MS - performance.now()))
  }

  function ask(): void {
    timer = undefined
    if (account === null) return
    isDue = false
    isAsking = true
    askedAt = performance.now()
    void drop(account)
      .catch(() => (isDue = true))
      .finally(() => {
        isAsking = false
        see()
      })
  }

  function follow(): void {
    const held = syncState()
    const sync = held.state === 'on' ? held.sync : null
    if (sync === followed) return
    followed = sync
    account = held.state === 'on' ? held.account : null
    clearTimeout(timer)
    timer = undefined
    askedAt = performance.now() + START_MS - PAUSE_MS
    isDue = true
    sync?.onTaken(() => (isDue = true))
    sync?.subscribe(() => sync === followed && see())
    see()
  }

  lineBack.watch(() => {
    isDue = true
    askedAt = -Infinity
    clearTimeout(timer)
    timer = undefined
    see()
  })
  subscribeToSync(follow)
  follow()
}

async function dropLazily(account: string): Promise<void> {
  const { dropWithdrawn } = await import('../flows/drop-withdrawn.ts')
  await dropWithdrawn(account)
}
