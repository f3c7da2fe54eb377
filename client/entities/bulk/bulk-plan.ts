import type { PostAccess } from '@vesper/sync/vesper/records/post.ts'

/** A post, gallery, video or product in a list of its creator. */
export type BulkThing = { _id: string; name: string; status: string; access: PostAccess | null; price: number }

/** Does one action to one thing, by the mutation that does it elsewhere. */
export type BulkDeed = (action: BulkAction, thing: BulkThing) => Promise<unknown>

export type BulkAction =
  | { do: 'archive' }
  | { do: 'restore' }
  | { do: 'remove' }
  /** Who may see it, without a price: one for all would be a guess. */
  | { do: 'audience'; access: Exclude<PostAccess, 'paid'> }

/** `same`: it is so already. `unpublished`: it is not out yet. `hidden`: staff hide it. `not-archived`: there is nothing to restore. */
export type BulkRefusal = 'same' | 'unpublished' | 'hidden' | 'not-archived'

export type BulkPlan = { ready: BulkThing[]; refused: { thing: BulkThing; reason: BulkRefusal }[] }

/** Tells for each thing if the action can be done to it, before anything is done. */
export function bulkPlan(action: BulkAction, things: readonly BulkThing[]): BulkPlan {
  const plan: BulkPlan = { ready: [], refused: [] }
  for (const thing of things) {
    const reason = refusalOf(action, thing)
    if (reason === null) plan.ready.push(thing)
    else plan.refused.push({ thing, reason })
  }
  return plan
}

function refusalOf(action: BulkAction, { status, access }: BulkThing): BulkRefusal | null {
  switch (action.do) {
    case 'archive':
      if (status === 'archived') return 'same'
      if (status === 'hidden') return 'hidden'
      return status === 'published' || status === 'active' ? null : 'unpublished'
    case 'restore':
      if (status === 'hidden') return 'hidden'
      return status === 'archived' ? null : 'not-archived'
    case 'audience':
      return access === action.access ? 'same' : null
    case 'remove':
      return null
  }
}
