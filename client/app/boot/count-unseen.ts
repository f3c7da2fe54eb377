import { liveQuery } from 'dexie'
import { unseenCounted } from '../../core/connection/model.ts'
import { subscribeToScope } from '../../core/session/current-scope.ts'
import { emit } from '../../core/session/emit-in-scope.ts'
import { subscribeToSync, syncState } from '../../core/sync/sync.ts'
import type { Sync } from '../../core/sync/sync.ts'

let counted = 0
let badged = 0

/**
 * Keeps the number of unseen messages of the account in `$unseen`, from now on. The icon of the installed app has the number of
 * unseen messages and unread notices together.
 */
export function countUnseen(): void {
  let watched: Sync | null = null
  let unwatch = () => {}
  subscribeToSync(follow)
  // A new session of the same account keeps its engine, whose rows do not change.
  subscribeToScope(() => emit(unseenCounted, counted))
  follow()

  function follow(): void {
    const engine = syncState()
    const sync = engine.state === 'on' ? engine.sync : null
    if (sync === watched) return
    unwatch()
    watched = sync
    if (sync) unwatch = watch(sync)
    else tell({ messages: 0, notices: 0 })
  }
}

function watch(sync: Sync): () => void {
  const subscription = liveQuery(() => unseenIn(sync)).subscribe({
    next: tell,
    error: (error: unknown) => console.warn('The unseen messages cannot be counted', error),
  })
  return () => subscription.unsubscribe()
}

type Unseen = { messages: number; notices: number }

async function unseenIn({ db }: Sync): Promise<Unseen> {
  const [read] = await db['notification-reads'].toArray()
  const notices = await db.notifications
    .where('seq')
    .above(read?.readSeq ?? 0)
    .count()
  const unseen = await db.conversations.where('totalNotSeenMessages').above(0).toArray()
  return { messages: unseen.reduce((sum, { totalNotSeenMessages }) => sum + totalNotSeenMessages, 0), notices }
}

function tell({ messages, notices }: Unseen): void {
  if (messages !== counted) emit(unseenCounted, (counted = messages))
  const count = messages + notices
  if (count === badged) return
  badged = count
  // Browsers without an installed app have no badge, and may refuse one.
  const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  void badge?.catch(() => undefined)
}
