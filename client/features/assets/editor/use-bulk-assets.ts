import { useSync } from '../../../core/sync/sync-provider.tsx'
import type { BulkDeed, BulkThing } from '../../../entities/bulk/bulk-plan.ts'
import type { StoredAsset } from './use-own-assets.ts'

/** The assets of a list as things of a selection, and what is done to one of them. Each is a queued mutation. */
export function useBulkAssets(stored: readonly StoredAsset[]): { things: BulkThing[]; deed: BulkDeed; undo: BulkDeed } {
  const sync = useSync()
  const kinds = new Map(stored.map(({ asset }) => [asset._id, asset.kind]))
  const set = (_id: string, [from, to]: ['active' | 'archived', 'active' | 'archived']) => {
    const kind = kinds.get(_id)
    if (kind === undefined) return Promise.resolve()
    const edit = { base: { status: from }, changes: { status: to }, editedAt: new Date().toISOString() }
    return sync.mutate('asset.save', { _id, kind, ...edit })
  }
  const archive = (_id: string) => set(_id, ['active', 'archived'])
  const restore = (_id: string) => set(_id, ['archived', 'active'])
  const deed: BulkDeed = (action, { _id }) => {
    if (action.do === 'remove') return sync.mutate('asset.remove', { _id })
    return action.do === 'archive' ? archive(_id) : restore(_id)
  }
  return {
    things: stored.map(({ asset: { _id, title, status, access, price } }) => {
      return { _id, name: title, status, access, price }
    }),
    deed,
    undo: (action, { _id }) => (action.do === 'archive' ? restore(_id) : archive(_id)),
  }
}
