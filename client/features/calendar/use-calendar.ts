import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { v7 } from 'uuid'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { calendarEntries } from './calendar-entries.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { wholeFrom } from './whole-from.ts'

/** `wholeFrom`: the device lacks posts that came out before (ISO 8601); null where it has all. */
type Calendar = { entries: CalendarEntry[]; wholeFrom: string | null }

/** The moments of an account's posts, drafts and messages to many that this device holds; undefined until they are read. */
export function useCalendar(accountId: string): Calendar | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const [posts, drafts, broadcasts] = await Promise.all([
      db.posts
        .where('[performerId+seq]')
        .between([accountId, 0], [accountId, Number.MAX_SAFE_INTEGER], true, true)
        .toArray(),
      db['post-drafts'].toArray() as Promise<PostDraft[]>,
      db.broadcasts.toArray(),
    ])
    return { entries: calendarEntries({ posts, drafts, broadcasts }), wholeFrom: wholeFrom(posts) }
  }, [db, accountId])
}

/** Begins a draft for a time; gives its id. */
export function useBeginPost(): (scheduledAt: string) => Promise<string> {
  const sync = useSync()
  return async (scheduledAt) => {
    const _id = v7()
    await sync.mutate('draft.save', { _id, base: {}, changes: { scheduledAt }, editedAt: new Date().toISOString() })
    return _id
  }
}
