import { LockMode } from '@mikro-orm/postgresql'
import { equal } from '@vesper/sync/engine/core/equal.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import type { PostPoll } from '@vesper/sync/vesper/records/post.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { noPost } from '../posts/commands.ts'
import { Post } from '../posts/entity.ts'
import { isPollClosed } from '../posts/poll.ts'
import { postAccess } from '../posts/viewed-post.ts'
import { announceCounts } from './announce-counts.ts'
import { PollVote } from './entity.ts'

const VOTED = 'You have voted in this poll already. Your first vote stands.'
const ENDED = 'This poll has ended.'

/**
 * Votes in the poll of a post; the first vote of an account stands, and the same one again changes nothing. Refusals:
 * `conflict` for another vote and for a poll that is not open, `not-found` for a post that the actor cannot see,
 * `forbidden` for a locked one, `invalid` for options that the poll does not have or does not take.
 */
export async function setVote(tx: Tx, { postId, options }: ArgsOf<'vote.set'>): Promise<PollVote> {
  const { userId } = requireActor(tx)
  // Two devices at once: the second finds the vote of the first.
  await lock(tx, 'vote', `${userId} ${postId}`)
  const known = await tx.em.findOne(PollVote, { postId, userId })
  if (known && equal(known.options, options)) return known
  const { poll, status } = await readablePost(tx, postId)
  if (known) throw new Refusal('conflict', VOTED)
  if (!poll) throw new Refusal('invalid', 'This post has no poll.')
  if (isPollClosed(poll, tx.app.clock())) throw new Refusal('conflict', ENDED)
  if (status !== 'published') throw new Refusal('conflict', 'This poll is not open.')
  assertTakes(poll, options)
  const vote = tx.em.create(PollVote, { postId, userId, options, createdAt: tx.now })
  await tx.em.flush()
  await count(tx, postId, votesOf(poll, options))
  tx.afterCommit(() => announceCounts(tx.app, postId))
  return vote
}

async function readablePost(tx: Tx, id: string): Promise<Post> {
  // Until the commit its author gives it no other poll.
  const post = await tx.em.findOne(Post, { id }, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!post) throw noPost()
  const access = await postAccess(tx.em, { userId: requireActor(tx).userId, now: tx.now }, post)
  if (access === 'hidden') throw noPost()
  if (access === 'locked') throw new Refusal('forbidden', "You can't vote in a post that is locked for you.")
  return post
}

function assertTakes({ options: offered, isMultiple }: PostPoll, options: readonly number[]): void {
  const message = options.some((option) => option >= offered.length)
    ? 'This poll has no such option.'
    : options.length > 1 && isMultiple !== true
      ? 'Choose one option of this poll.'
      : null
  if (message !== null) throw new Refusal('invalid', message, [{ path: 'options', message }])
}

/** One vote as counts by option. */
function votesOf(poll: PostPoll, options: readonly number[]): number[] {
  return poll.options.map((_, option) => (options.includes(option) ? 1 : 0))
}

/** Past the ORM and its change feed, on purpose: a vote is news to its author's devices only. */
async function count(tx: Tx, postId: string, votes: readonly number[]): Promise<void> {
  await tx.em.execute(
    `insert into poll_total (post_id, votes, voters) values (?, ?::jsonb, 1)
     on conflict (post_id) do update set voters = poll_total.voters + 1, votes = (
       select jsonb_agg(coalesce(a.value::int, 0) + coalesce(b.value::int, 0) order by ordinality)
       from jsonb_array_elements_text(poll_total.votes) with ordinality as a(value, ordinality)
       full join jsonb_array_elements_text(excluded.votes) with ordinality as b(value, ordinality) using (ordinality)
     )`,
    [postId, JSON.stringify(votes)],
  )
}
