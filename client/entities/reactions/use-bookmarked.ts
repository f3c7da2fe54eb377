import type { Reaction } from '@vesper/sync/vesper/records/reaction.ts'
import { useEffect, useRef, useState } from 'react'
import type * as v from 'valibot'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

type Options<Item> = {
  objectType: Reaction['objectType']
  /** The list of the server, and what it answers. */
  path: string
  answer: v.GenericSchema<unknown, { data: Item[]; total: number }>
}

/** The bookmarks of one type: their ids, which this device knows, and those of the objects that the server has told. */
export type Bookmarked<Item> = {
  /** Ids of objects, the latest bookmark first. */
  ids: string[]
  answered: ReadonlyMap<string, Item>
  /** The server has told of all: an object that it did not tell of is gone. */
  isWhole: boolean
  isAsking: boolean
  error: unknown
  retry: () => void
}

/**
 * The account's bookmarks of one type; undefined until they are read. A bookmark that was there when the list was opened stays
 * in it: one that was pressed by mistake can be pressed again.
 */
export function useBookmarked<Item extends { _id: string }>(options: Options<Item>): Bookmarked<Item> | undefined {
  const { objectType, path, answer } = options
  const { db } = useSync()
  const [seen] = useState(() => new Map<string, Reaction>())
  const held = useLiveQuery(async () => {
    const bookmarks = await db.reactions.where('action').equals('bookmark').toArray()
    const reactions = bookmarks.filter((reaction) => reaction.objectType === objectType)
    for (const reaction of reactions) seen.set(reaction._id, reaction)
    const latestFirst = [...seen.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    return { ids: latestFirst.map(({ objectId }) => objectId), confirmed: reactions.filter(isConfirmed).length }
  }, [db, seen, objectType])
  // The device says which objects are bookmarked, so that pages follow one another without being asked for.
  const asked = usePagedList({ path, answer, search: { current: Infinity }, pageSize: 100 })
  useAgainWhenConfirmed(held?.confirmed, asked.reload)
  if (!held) return undefined
  return {
    ids: held.ids,
    answered: new Map(asked.items?.map((item) => [item._id, item])),
    isWhole: asked.items !== undefined && !asked.hasMore && !asked.isOld && asked.error === undefined,
    isAsking: asked.isLoading,
    error: asked.error,
    retry: asked.retry,
  }
}

/** A server that was asked before it knew of a bookmark is asked again. */
function useAgainWhenConfirmed(confirmed: number | undefined, again: () => Promise<unknown>): void {
  const before = useRef(confirmed)
  useEffect(() => {
    if (before.current !== undefined && before.current !== confirmed) void again()
    before.current = confirmed
  }, [confirmed, again])
}

/** The space of a row is noted when the server brings it. */
function isConfirmed(reaction: Reaction): boolean {
  return '$space' in reaction
}
