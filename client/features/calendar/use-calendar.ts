import { isQueued } from '@vesper/sync/engine/core/outbox-record.ts'
import { Calendar } from '@vesper/sync/vesper/api/calendar.ts'
import type { PostDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { v7 } from 'uuid'
import { useKeptAnswer, useKeptAt } from '../../core/api/use-cached-query.ts'
import type { Contents } from '../../core/sync/list-availability.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { calendarEntries } from './calendar-entries.ts'
import type { CalendarEntry } from './calendar-entries.ts'
import { wholeFrom } from './whole-from.ts'

/** A device has all of its account's rows in these states, once all contents are there: another one was removed here. */
const OWN_ALONE: ReadonlySet<string> = new Set(['draft', 'scheduled', 'counting', 'processing'])

/** The mutations that take something out of the calendar. */
const REMOVALS: ReadonlySet<string> = new Set(['post.remove', 'broadcast.discard'])

const PATH = '/performer/calendar'

/**
 * `coming`: the server has not answered yet. `answered`: the range is as the server has it, or had it at `keptAt`
 * (milliseconds) while there is no connection; `isWhole` is false where it has more than one answer. `held`: the server
 * cannot be asked, and this device lacks posts that came out before `wholeFrom` (ISO 8601); null where it has all.
 */
export type Standing =
  | { is: 'coming' }
  | { is: 'answered'; isWhole: boolean; keptAt: number | null }
  | { is: 'held'; wholeFrom: string | null; retry: () => void }

type Shown = { entries: CalendarEntry[]; standing: Standing }

/**
 * The moments of an account's posts, drafts and messages to many from a time until before another (ISO 8601): those that the
 * server tells of, and those that this device holds, which have its changes. Undefined until the device is read.
 */
export function useCalendar(
  accountId: string,
  range: { from: string; to: string },
  contents: Contents,
): Shown | undefined {
  const { data, error, mutate } = useKeptAnswer(PATH, Calendar, { query: range })
  const keptAt = useKeptAt(PATH, range)
  const held = useHeld(accountId)
  if (!held) return undefined
  const isAllHere = contents === 'here'
  const posts = data?.posts.filter(({ status }) => !isAllHere || !OWN_ALONE.has(status))
  const messages = data?.messages.filter(({ state }) => !isAllHere || !OWN_ALONE.has(state))
  const entries = calendarEntries({
    posts: withHeld(held.posts, posts ?? [], held.removed),
    drafts: held.drafts,
    messages: withHeld(held.messages, messages ?? [], held.removed),
  })
  if (data) return { entries, standing: { is: 'answered', isWhole: data.isWhole, keptAt } }
  if (error === undefined) return { entries, standing: { is: 'coming' } }
  return { entries, standing: { is: 'held', wholeFrom: wholeFrom(held.posts), retry: () => void mutate() } }
}

function useHeld(accountId: string) {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const [posts, drafts, messages, outbox] = await Promise.all([
      db.posts
        .where('[performerId+seq]')
        .between([accountId, 0], [accountId, Number.MAX_SAFE_INTEGER], true, true)
        .toArray(),
      db['post-drafts'].toArray() as Promise<PostDraft[]>,
      db.broadcasts.toArray(),
      db.outbox.toArray(),
    ])
    const removals = outbox.filter((record) => isQueued(record) && REMOVALS.has(record.name))
    const removed = new Set(removals.map(({ args }) => (args as { _id: string })._id))
    return { posts, drafts, messages, removed }
  }, [db, accountId])
}

/** The held rows, and those of the answer that the device neither holds nor removes. */
function withHeld<Row extends { _id: string }>(
  held: readonly Row[],
  answered: readonly Row[],
  removed: ReadonlySet<string>,
): Row[] {
  const ids = new Set([...removed, ...held.map(({ _id }) => _id)])
  return [...held, ...answered.filter(({ _id }) => !ids.has(_id))]
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
