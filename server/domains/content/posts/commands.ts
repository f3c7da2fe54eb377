import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  EMPTY_POST,
  expiryProblem,
  hasPostContent,
  isTooFarAhead,
  pollEndProblem,
  PRICE_AND_ACCESS,
  priceFits,
  TOO_FAR_AHEAD,
} from '@vesper/sync/vesper/api/post-fields.ts'
import type { ArgsOf } from '@vesper/sync/vesper/mutations/registry.ts'
import { hiddenByStaff } from '../../../content/hidden-by-staff.ts'
import { removeFilesOf } from '../../../content/release-files.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { own } from '../../../infra/database/own.ts'
import { requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Entitlement } from '../../people/grants/entity.ts'
import { requireOpenCreator } from '../../people/performers/review/require-open-creator.ts'
import { changePostFiles, takePostFiles } from './attachments.ts'
import { closeEndedPolls } from './close-polls.ts'
import { PINNED_MAX, Post } from './entity.ts'
import { expireDuePosts } from './expire-due.ts'
import { pollCountsOf } from './poll-counts.ts'
import { publishDuePosts } from './publish-due.ts'
import { lockPerformer, putIntoFeed } from './put-into-feed.ts'

/** How many posts of one creator wait for their time: all of them are on each of the author's devices. */
const SCHEDULED_MAX = 200

export const NO_POST = 'This post does not exist.'
const CREATORS_ONLY = 'Only creators publish posts.'

export type PublishPost = ArgsOf<'post.publish'>
/** `poll` takes the place of a poll that has no votes. */
export type UpdatePost = ArgsOf<'post.update'> & { poll?: NonNullable<PublishPost['poll']> }

/**
 * Puts a post into the actor's feed, or sets it down for its time; a time that has passed means at once. The same
 * `_id` again is the same post. Refusals: `forbidden` for a fan, a creator who is not open to
 * others, or one scheduled post too many, `conflict` (the id is
 * another's), `invalid` (nothing to show, files that cannot be used, a time too far ahead). A post whose files are not
 * ready yet goes out when the last of them is.
 */
export async function publishPost(tx: Tx, args: PublishPost): Promise<Post> {
  const performer = await lockPerformer(tx, requireCreator(tx, CREATORS_ONLY))
  const id = args._id.toLowerCase()
  const known = await tx.em.findOne(Post, { id })
  if (known) {
    if (known.performerId !== performer.userId) throw idTaken()
    return known
  }
  await requireOpenCreator(tx.em, performer.userId)
  await requireUnrestricted(tx, performer.userId, 'publish')
  assertContent(args)
  const { text, access, price, poll, tags = [], isPinned = false } = args
  const scheduledAt = timeOf(tx, args.scheduledAt)
  assertPollEnd(tx, poll, scheduledAt)
  const expiresAt = endOf(tx, args.expiresAt, scheduledAt)
  if (isPinned) await requirePinRoom(tx, { performerId: performer.userId, postId: id })
  const files = await takePostFiles(tx, id, args)
  const isReady = files.every(({ status }) => status === 'ready')
  if (!isReady || !isDue(tx, { scheduledAt })) await requireRoom(tx, performer.userId)
  if (poll?.endsAt) tx.afterCommit(() => tx.app.jobs.wake(closeEndedPolls))
  const post = tx.em.create(Post, {
    ...{ id, performerId: performer.userId, text, access, price, poll, tags, isPinned },
    pollClosesAt: poll?.endsAt ? new Date(poll.endsAt) : null,
    ...{ status: isReady ? 'scheduled' : 'processing', scheduledAt, expiresAt, createdAt: tx.now, updatedAt: tx.now },
  })
  if (isReady && isDue(tx, post)) await putIntoFeed(tx, [post], performer)
  else tx.afterCommit(() => tx.app.jobs.wake(publishDuePosts))
  await flushNew(tx)
  return post
}

/**
 * Changes what the author edited, field by field. A post that is in the feed has no time to be moved to; one in
 * processing goes out by the job when its files are ready. Refusals:
 * `not-found` for what is not the actor's or was removed, `invalid` where nothing, or no fitting price, would be left,
 * `forbidden` to publish for a creator who is not open to others, `conflict` to take files from what somebody bought.
 */
export async function updatePost(tx: Tx, { _id, changes, poll }: UpdatePost): Promise<Post> {
  const performer = await lockPerformer(tx, requireCreator(tx, CREATORS_ONLY))
  const post = await ownPost(tx, _id)
  const { archived, scheduledAt, expiresAt: _, thumbnailId, teaserId, removedFileIds, ...fields } = changes
  if (fields.isPinned && !post.isPinned) {
    await requirePinRoom(tx, { performerId: performer.userId, postId: post.id })
  }
  Object.assign(post, fields, { updatedAt: tx.now })
  if (poll) await replacePoll(tx, post, poll)
  if (removedFileIds?.length) await requireUnsold(tx, post)
  const { file: files = [] } = await changePostFiles(tx, post.id, { thumbnailId, teaserId, removedFileIds })
  assertContent({ ...post, poll: post.poll ?? null, fileIds: files.map(({ id }) => id) })
  const isUnpublished = post.status === 'scheduled' || post.status === 'processing'
  if (isUnpublished && scheduledAt !== undefined) {
    post.scheduledAt = timeOf(tx, scheduledAt)
    assertPollEnd(tx, post.poll ?? null, post.scheduledAt)
  }
  changeEnd(tx, post, changes)
  // Its last file that was not ready may be gone.
  if (post.status === 'processing') tx.afterCommit(() => tx.app.jobs.wake(publishDuePosts))
  if (post.status === 'scheduled' && scheduledAt !== undefined) {
    if (isDue(tx, post)) {
      await requireOpenCreator(tx.em, performer.userId)
      await requireUnrestricted(tx, performer.userId, 'publish')
      await putIntoFeed(tx, [post], performer)
    } else tx.afterCommit(() => tx.app.jobs.wake(publishDuePosts))
  }
  if (archived !== undefined && post.status === 'hidden') throw hiddenByStaff()
  if (archived !== undefined && !isUnpublished) {
    if (!archived && post.status === 'archived') {
      await requireOpenCreator(tx.em, performer.userId)
      await requireUnrestricted(tx, performer.userId, 'publish')
    }
    post.status = archived ? 'archived' : 'published'
  }
  await tx.em.flush()
  return post
}

/**
 * Puts a tombstone in a post's place; its files go, as `removeFilesOf` says. One that somebody owns is archived instead: it stays open to
 * its owners. Removing again changes nothing. Refuses as `not-found` what is not the actor's.
 */
export async function removePost(tx: Tx, { _id }: { _id: string }): Promise<void> {
  await lockPerformer(tx, requireCreator(tx, CREATORS_ONLY))
  const post = await own(tx, Post, { id: _id, message: NO_POST })
  if (post.status === 'removed') return
  if (await isSold(tx, post)) {
    // Hidden by staff, it stays so.
    if (post.status !== 'hidden') post.status = 'archived'
    Object.assign(post, { isPinned: false, updatedAt: tx.now })
    await tx.em.flush()
    return
  }
  // While it is hidden, if it is: its files stay hidden.
  await removeFilesOf(tx, { type: 'post', id: post.id })
  Object.assign(post, {
    status: 'removed',
    text: '',
    poll: null,
    tags: [],
    isPinned: false,
    scheduledAt: null,
    expiresAt: null,
    pollClosesAt: null,
    updatedAt: tx.now,
  })
  await tx.em.flush()
}

/** Under the lock of the row, which a buyer shares until the purchase is written. */
async function isSold(tx: Tx, { id: objectId }: Post): Promise<boolean> {
  return (await tx.em.count(Entitlement, { objectType: 'feed', objectId, revokedAt: null })) > 0
}

async function requireUnsold(tx: Tx, post: Post): Promise<void> {
  if (await isSold(tx, post)) throw new Refusal('conflict', 'Somebody bought this post. Its files stay in it.')
}

/** Also the answer to whoever may not know that there is one. */
export function noPost(): Refusal {
  return new Refusal('not-found', NO_POST)
}

/** Two creators who use one id at once meet here only. */
async function flushNew(tx: Tx): Promise<void> {
  try {
    await tx.flush()
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? idTaken() : error
  }
}

function idTaken(): Refusal {
  return new Refusal('conflict', 'This post id is in use already.')
}

async function ownPost(tx: Tx, id: string): Promise<Post> {
  const post = await own(tx, Post, { id, message: NO_POST })
  if (post.status === 'removed') throw noPost()
  return post
}

function assertContent(post: Pick<PublishPost, 'text' | 'fileIds' | 'poll' | 'access' | 'price'>): void {
  if (!hasPostContent(post)) throw new Refusal('invalid', EMPTY_POST)
  if (!priceFits(post)) throw new Refusal('invalid', PRICE_AND_ACCESS)
}

async function replacePoll(tx: Tx, post: Post, poll: NonNullable<PublishPost['poll']>): Promise<void> {
  assertPollEnd(tx, poll, post.scheduledAt ?? null)
  if ((await pollCountsOf(tx.em, [post.id], null)).size > 0) {
    throw new Refusal('conflict', 'People have voted in this poll already. It stays as it is.')
  }
  Object.assign(post, { poll, pollClosesAt: poll.endsAt ? new Date(poll.endsAt) : null })
  if (poll.endsAt) tx.afterCommit(() => tx.app.jobs.wake(closeEndedPolls))
}

function assertPollEnd(tx: Tx, poll: PublishPost['poll'], scheduledAt: Date | null): void {
  const from = Math.max(tx.now.getTime(), scheduledAt?.getTime() ?? 0)
  const problem = pollEndProblem(poll?.endsAt, from)
  if (problem !== null) throw new Refusal('invalid', problem, [{ path: 'poll.endsAt', message: problem }])
}

function timeOf(tx: Tx, scheduledAt: string | null): Date | null {
  if (scheduledAt === null) return null
  if (isTooFarAhead(scheduledAt, tx.now.getTime())) {
    throw new Refusal('invalid', TOO_FAR_AHEAD, [{ path: 'scheduledAt', message: TOO_FAR_AHEAD }])
  }
  return new Date(scheduledAt)
}

/** Refuses as `invalid` an end before the post is out, one that has passed, and one more than a year away. */
function endOf(tx: Tx, expiresAt: string | null | undefined, out: Date | null): Date | null {
  if (expiresAt == null) return null
  const problem = expiryProblem(expiresAt, { from: out?.getTime() ?? 0, now: tx.now.getTime() })
  if (problem !== null) throw new Refusal('invalid', problem, [{ path: 'expiresAt', message: problem }])
  tx.afterCommit(() => tx.app.jobs.wake(expireDuePosts))
  return new Date(expiresAt)
}

/** An archived post that is shown again has no end, unless it is given one; a time that moves stays before the end. */
function changeEnd(tx: Tx, post: Post, { archived, scheduledAt, expiresAt }: UpdatePost['changes']): void {
  const out = post.publishedAt ?? post.scheduledAt
  const isShownAgain = archived === false && post.status === 'archived'
  const present = isShownAgain ? null : (post.expiresAt?.toISOString() ?? null)
  const isMoved = scheduledAt !== undefined && post.publishedAt === null
  if (expiresAt !== undefined || isMoved)
    post.expiresAt = endOf(tx, expiresAt === undefined ? present : expiresAt, out ?? null)
  else if (isShownAgain) post.expiresAt = null
}

/** Under the performer's lock, which each who schedules holds: nobody else adds one after the count. */
async function requireRoom(tx: Tx, performerId: string): Promise<void> {
  const count = await tx.em.count(Post, { performerId, status: { $in: ['scheduled', 'processing'] } })
  if (count < SCHEDULED_MAX) return
  throw new Refusal(
    'forbidden',
    `You have ${SCHEDULED_MAX} scheduled posts, which is the most an account can have. Publish or remove some.`,
  )
}

/** Under the performer's lock, as `requireRoom`. */
async function requirePinRoom(tx: Tx, { performerId, postId }: { performerId: string; postId: string }): Promise<void> {
  const others = { performerId, isPinned: true, status: { $ne: 'removed' as const }, id: { $ne: postId } }
  if ((await tx.em.count(Post, others)) < PINNED_MAX) return
  throw new Refusal('forbidden', `You have pinned ${PINNED_MAX} posts, the most that stand on a page. Unpin one first.`)
}

function isDue(tx: Tx, { scheduledAt }: Pick<Post, 'scheduledAt'>): boolean {
  return scheduledAt == null || scheduledAt <= tx.now
}
