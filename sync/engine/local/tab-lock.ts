import type { Replica, TabLock } from './replica.ts'

/** This tab's id, whose lock is held from now on, and never let go of. */
export function holdTabLock(replica: Replica, life: TabLock): string {
  if (life.id) return life.id
  const id = (life.id = replica.newId())
  life.locks?.request(lockName(replica, id), {}, () => new Promise(() => {})).catch(() => {})
  return id
}

/** True when that tab lives, as far as can be seen: without Web Locks a tab sees none but itself. */
export async function isTabAlive(replica: Replica, tab: string): Promise<boolean> {
  const { locks, id } = replica.tabLock ?? {}
  let lives = tab === id
  if (lives) return true
  await locks?.request(lockName(replica, tab), { ifAvailable: true }, async (lock) => {
    lives = lock === null
  })
  return lives
}

function lockName({ model }: Replica, id: string): string {
  return `${model.product}-tab:${id}`
}
