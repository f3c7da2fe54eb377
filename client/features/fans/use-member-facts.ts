import { FanPage, MEMBERS_ASKED_MAX } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { Fan } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { FanListMember } from '@vesper/sync/vesper/records/fan-list.ts'
import { useUnit } from 'effector-react'
import { useRef } from 'react'
import useSWR from 'swr'
import { callApi } from '../../core/api/api.ts'
import { listTiming } from '../../core/api/use-cached-query.ts'
import { useReadWhenBack } from '../../core/api/use-read-when-back.ts'
import { $offline } from '../../core/connection/model.ts'

const none: ReadonlyMap<string, Fan> = new Map()

/**
 * The figures of these fans on a list by hand, by fan, as far as the server has told them; none without a connection. Each fan
 * is asked for until the server has told, and not again while the page is open: figures are those of that time.
 */
export function useMemberFacts(listId: string, members: readonly FanListMember[]): ReadonlyMap<string, Fan> {
  const isOffline = useUnit($offline)
  const told = useRef(new Map<string, Fan>())
  // The server dates a place when it has it.
  const places = members.map(({ userId, addedAt }) => `${userId} ${addedAt}`).join()
  const key = isOffline || places === '' ? null : ['member-facts', listId, places]
  const read = async () => {
    const missing = members.flatMap(({ userId }) => (told.current.has(userId) ? [] : userId))
    for (let from = 0; from < missing.length; from += MEMBERS_ASKED_MAX) {
      const ids = missing.slice(from, from + MEMBERS_ASKED_MAX)
      const query = { ids: ids.join(), pageSize: ids.length }
      const { data } = await callApi({ path: `/performer/lists/${listId}/members`, query, answer: FanPage })
      for (const fan of data) told.current.set(fan._id, fan)
    }
    return new Map(told.current)
  }
  const { data, error, mutate } = useSWR<ReadonlyMap<string, Fan>, unknown>(key, read, {
    ...listTiming,
    keepPreviousData: true,
  })
  useReadWhenBack({ key, error, read: mutate })
  return isOffline ? none : (data ?? none)
}
