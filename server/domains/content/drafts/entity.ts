import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { DraftContent, KeptVersion } from '@vesper/sync/vesper/records/post-draft.ts'

/**
 * A creator's draft of a post. `id` is made by its author, and is the post's when it is published. One that was published
 * or discarded stays, emptied, so that what another device saves into it later is refused and not begun anew.
 */
export const PostDraft = defineEntity({
  name: 'PostDraft',
  tableName: 'post_draft',
  indexes: [{ properties: ['ownerId', 'updatedAt'] }],
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    state: p.enum(['open', 'published', 'discarded'] as const).default('open'),
    /** One document: devices merge it as a whole, by `mergeDraft`. */
    content: p.json<DraftContent>(),
    kept: p.json<KeptVersion[]>(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type PostDraft = InferEntity<typeof PostDraft>
