import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import { PublishArgs } from '@vesper/sync/vesper/mutations/posts.ts'
import { postOf } from '@vesper/sync/vesper/records/post-draft.ts'
import * as v from 'valibot'
import { releaseFiles } from '../../../content/release-files.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { publishPost } from '../posts/commands.ts'
import type { PublishPost } from '../posts/commands.ts'
import { lockPerformer } from '../posts/put-into-feed.ts'
import { requireSeen } from './commands.ts'
import type { SeenDraft } from './commands.ts'
import type { PostDraft } from './entity.ts'
import { closeDraft, lockDraft } from './lock-draft.ts'

/**
 * Makes the actor's draft a post of the same id, photos included, in one transaction: published once, whatever is
 * sent again. Refusals: `not-found`, `conflict` (it was discarded, changed since, or has versions to be decided about), and
 * what `publishPost` refuses, such as a video: the draft then stays as it is.
 */
export async function publishDraft(tx: Tx, { _id, seen }: SeenDraft): Promise<void> {
  const draft = await lockDraft(tx, _id)
  if (draft?.state === 'published') return
  if (draft?.state !== 'open') throw new Refusal('not-found', 'This draft is not there any more.')
  requireSeen(draft, seen, 'This draft was changed on another device. Look at it and publish it again.')
  if (draft.kept.length > 0) {
    throw new Refusal('conflict', 'Decide about the versions that are kept beside this draft, then publish it.')
  }
  const post = publishable(draft)
  // As whatever else changes a feed: first the performer, then the files.
  await lockPerformer(tx, draft.ownerId)
  await releaseFiles(tx, { type: 'draft', id: draft.id })
  await publishPost(tx, post)
  closeDraft(tx, draft, 'published')
  await tx.em.flush()
}

function publishable({ id, content }: PostDraft): PublishPost {
  const checked = v.safeParse(PublishArgs, postOf({ _id: id, ...content }), validationMessage)
  if (!checked.success) throw new Refusal('invalid', checked.issues[0].message)
  return checked.output
}
