import { FanPage } from '@vesper/sync/vesper/api/fan-lists.ts'
import type { FanListMember } from '@vesper/sync/vesper/records/fan-list.ts'
import { useUnit } from 'effector-react'
import { useDeferredValue } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { $offline } from '../../core/connection/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { isNamed } from './is-named.ts'

type Person = Pick<FanListMember, 'name' | 'username' | 'avatar'> & { _id: string }

/**
 * The fans with a text in the name: the server's first 50. Until it answers, those whom the device knows, from
 * conversations, lists, and the fans that it read last. Undefined while none can be told.
 */
export function useFoundFans(text: string): { fans: readonly Person[] | undefined; error: unknown } {
  const { db } = useSync()
  const isOffline = useUnit($offline)
  const q = useDeferredValue(text.trim())
  const query = { sortBy: 'name', sort: 'asc', ...(q === '' || isOffline ? {} : { q }) }
  const { items, error } = usePagedList({ path: '/performer/fans', answer: FanPage, query, pageSize: 50 })
  const known = useLiveQuery(async () => {
    const talks = await db.conversations.toArray()
    const members = await db['fan-list-members'].filter(({ isMember }) => isMember).toArray()
    const people: Person[] = talks.map(({ recipient }) => recipient)
    return [...people, ...members.map(({ userId, ...member }) => ({ ...member, _id: userId }))]
  }, [db])
  if (!isOffline && items) return { fans: items, error: undefined }
  const byId = new Map([...(known ?? []), ...(items ?? [])].map((fan) => [fan._id, fan]))
  const found = [...byId.values()].filter((fan) => isNamed(fan, q)).toSorted((a, b) => a.name.localeCompare(b.name))
  return found.length > 0 || isOffline ? { fans: found, error: undefined } : { fans: undefined, error }
}
