import { beginningOf } from '../../../core/page/page-name.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { BulkDeed, BulkThing } from '../../../entities/bulk/bulk-plan.ts'
import type { PostItem } from './post-items.ts'

/** The posts of a list as things of a selection, and what is done to one of them. Each is a queued mutation. */
export function useBulkPosts(items: readonly PostItem[]): { things: BulkThing[]; deed: BulkDeed; undo: BulkDeed } {
  const sync = useSync()
  const update = (_id: string, changes: object) => sync.mutate('post.update', { _id, changes })
  const ends = new Map(items.map(({ post }) => [post._id, post.expiresAt]))
  return {
    things: items.map(({ post: { _id, text, status, access, price } }) => {
      return { _id, name: beginningOf(text), status, access, price }
    }),
    deed: (action, { _id }) => {
      switch (action.do) {
        case 'archive':
          return update(_id, { archived: true })
        case 'restore':
          return update(_id, { archived: false })
        case 'audience':
          return update(_id, { access: action.access, price: 0 })
        case 'remove':
          return sync.mutate('post.remove', { _id })
      }
    },
    undo: (action, { _id }) => {
      if (action.do === 'restore') return update(_id, { archived: true })
      // Showing a post again would take its end away.
      const end = ends.get(_id)
      const isAhead = end != null && Date.parse(end) > Date.now()
      return update(_id, { archived: false, ...(isAhead && { expiresAt: end }) })
    },
  }
}
