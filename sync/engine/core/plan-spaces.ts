import type { SpacePatch, SyncResponse } from '../protocol/sync-response.ts'
import type { SpaceRecord } from './outbox-record.ts'
import type { RowChange } from './rebase.ts'

/** The effect of an answer on the cursor: spaces whose patch is applied, and spaces that leave. */
export type SpacePlan = { taken: SpacePatch[]; gone: string[] }

/**
 * Which parts of an answer still hold, given the cursor `now` (another tab may have moved it since the request) and the
 * one that was `asked` from. A patch that ends behind the cursor has been overtaken: its rows are in already, or newer.
 * A space that moved since the request is not taken away by that request's answer.
 */
export function planSpaces(response: SyncResponse, asked: Record<string, number>, now: SpaceRecord[]): SpacePlan {
  const held = new Map(now.map(({ space, version }) => [space, version]))
  return {
    taken: response.spaces.filter((patch) => {
      const version = held.get(patch.space)
      if (version === undefined) return patch.reset || asked[patch.space] === undefined
      return patch.version >= version || (patch.reset && asked[patch.space] === version)
    }),
    gone: response.gone.filter((space) => held.has(space) && held.get(space) === asked[space]),
  }
}

/** The rows of a patch as changes; `held`: what the device has of the space, all of which a reset replaces. */
export function changesOf(patch: SpacePatch, held: { collection: string; id: string }[]): RowChange[] {
  const emptied = patch.reset ? held.map((key): RowChange => ({ ...key, row: null })) : []
  const rows = patch.rows.map(({ collection, id, value }): RowChange => {
    return { collection, id, row: value && { ...value, _id: id, $space: patch.space } }
  })
  return [...emptied, ...rows]
}
