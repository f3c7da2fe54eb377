import { FanListsAnswer } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { FanList } from '@vesper/sync/vesper/records/fan-list.ts'
import { useEffect } from 'react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/** A list with the number of its fans; null for one by rule which the server has not counted yet. */
export type CountedList = { list: FanList; count: number | null }

/**
 * The creator's lists by name; undefined until the device has read them. Lists by hand are counted on the device, so that
 * their counts are right without a connection. The counts of rules are the server's latest.
 */
export function useFanLists(): CountedList[] | undefined {
  const { db } = useSync()
  const { data, mutate } = useKeptAnswer('/performer/lists', FanListsAnswer)
  const lists = useLiveQuery(() => db['fan-lists'].orderBy('name').toArray(), [db])
  const byHand = useLiveQuery(async () => {
    const counts = new Map<string, number>()
    await db['fan-list-members'].each(({ listId, isMember }) => {
      if (isMember) counts.set(listId, (counts.get(listId) ?? 0) + 1)
    })
    return counts
  }, [db])
  // A rule that the server has taken in is counted anew.
  const edits = lists?.map(({ updatedAt }) => updatedAt).join()
  useEffect(() => {
    if (edits) void mutate()
  }, [edits, mutate])
  if (!lists || !byHand) return undefined
  const byRule = new Map(data?.data.map(({ _id, rule, count }) => [_id, { rule: JSON.stringify(rule), count }]))
  return lists.map((list) => {
    if (!list.rule) return { list, count: byHand.get(list._id) ?? 0 }
    const counted = byRule.get(list._id)
    // A rule that was changed since is not counted yet.
    return { list, count: counted?.rule === JSON.stringify(list.rule) ? counted.count : null }
  })
}
