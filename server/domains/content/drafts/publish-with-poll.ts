import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { validationMessage } from '@vesper/sync/engine/protocol/validation-message.ts'
import { Poll, pollEndProblem } from '@vesper/sync/vesper/api/post-fields.ts'
import { contentOf, postOf } from '@vesper/sync/vesper/records/post-draft.ts'
import { isVisible } from '@vesper/sync/vesper/records/visible-text.ts'
import * as v from 'valibot'
import type { Tx } from '../../../infra/database/transaction.ts'
import { publishPost, updatePost } from '../posts/commands.ts'
import type { PublishPost, UpdatePost } from '../posts/commands.ts'
import { Post } from '../posts/entity.ts'
import { saveDraft } from './commands.ts'
import type { PostDraft } from './entity.ts'
import { closeDraft, lockDraft } from './lock-draft.ts'

type PostPoll = v.InferOutput<typeof Poll>

const NO_POLL = 'There is no such poll.'

/** Begins a draft that holds a poll alone. Refuses what `saveDraft` refuses, and as `invalid` an end that no poll has. */
export function beginPoll(tx: Tx, { _id, ...poll }: PostPoll & { _id: string }): Promise<PostDraft> {
  const problem = pollEndProblem(poll.endsAt, tx.now.getTime())
  if (problem !== null) throw new Refusal('invalid', problem, [{ path: 'endsAt', message: problem }])
  return saveDraft(tx, { _id, base: {}, changes: { poll } })
}

/**
 * Publishes a post with the poll of a draft; the draft ends. The same `_id` again is the same post. Refusals:
 * `not-found` for a draft without a poll, `conflict` for one that holds more than a poll, and those of `publishPost`.
 */
export async function publishWithPoll(tx: Tx, { pollId, ...post }: PublishPost & { pollId: string }): Promise<Post> {
  const draft = await lockDraft(tx, pollId)
  const isKnown = (await tx.em.count(Post, { id: post._id.toLowerCase() })) > 0
  return publishPost(tx, { ...post, poll: isKnown ? null : takePoll(tx, draft) })
}

/** Gives a post the poll of a draft in place of its own; refusals are those of `publishWithPoll` and of `updatePost`. */
export async function updateWithPoll(tx: Tx, { pollId, ...update }: UpdatePost & { pollId: string }): Promise<Post> {
  const draft = await lockDraft(tx, pollId)
  return updatePost(tx, { ...update, poll: takePoll(tx, draft) })
}

function takePoll(tx: Tx, draft: PostDraft | null): PostPoll {
  if (draft?.state !== 'open' || draft.content.poll === null) throw new Refusal('not-found', NO_POLL)
  const { text, fileIds, thumbnailId, teaserId } = contentOf(draft.content)
  if (isVisible(text) || fileIds.length > 0 || thumbnailId !== null || teaserId !== null || draft.kept.length > 0) {
    throw new Refusal('conflict', 'This draft holds more than a poll. Publish the draft itself.')
  }
  const checked = v.safeParse(Poll, postOf({ _id: draft.id, ...draft.content }).poll, validationMessage)
  if (!checked.success) throw new Refusal('invalid', checked.issues[0].message)
  closeDraft(tx, draft, 'published')
  return checked.output
}
