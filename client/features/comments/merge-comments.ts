import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { ToldComment } from '@vesper/sync/vesper/live-events.ts'
import type { Comment, OwnComment } from '@vesper/sync/vesper/records/comment.ts'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { deliveryStateOf } from '../../core/sync/delivery-state.ts'
import type { Sending } from '../../core/sync/delivery-state.ts'

/** Mutations that wait in the outbox below one thing. */
export type Queued = Pick<OutboxRecord, 'id' | 'name' | 'args' | 'state' | 'attempts' | 'rejection'>

/** News that open pages were told since the list was read. */
export type Live = {
  created: ReadonlyMap<string, ToldComment>
  edited: ReadonlyMap<string, ToldComment>
  deleted: ReadonlySet<string>
  /** By the comment that they answer: how many came less those that went. */
  answers: ReadonlyMap<string, number>
}

/** A comment as a list shows it, and how far what its author meant last has come. */
export type ShownComment = Comment & {
  sending: Sending
  isHidden?: true
  /** It was told live and has a photo, which only the list that is read next brings. */
  lacksPhoto?: true
}

type Given = {
  /** The comments that were read, in their order; there may be more. */
  read: readonly Comment[]
  hasMore: boolean
  /** The comment whose answers these are. */
  parentId: string | null
  /** The account that looks; null for a visitor. */
  viewer: Participant | null
  own: readonly OwnComment[]
  queued: readonly Queued[]
  /** Comments that this device has removed, or is about to. */
  removed: ReadonlySet<string>
  /** People whom the account blocks, where the thing is its own; nobody elsewhere. */
  blocked: ReadonlySet<string>
  live: Live
  /** Comments of others that came meanwhile and were let in. */
  letIn: ReadonlySet<string>
}

/**
 * One list of what the server answered, what this device holds of its account, and what was told live. Each comment
 * stands in it once. New ones are `fresh`, the latest first; those of others are `held` until somebody lets them in.
 */
export function mergeComments(given: Given): { fresh: ShownComment[]; listed: ShownComment[]; held: string[] } {
  const { read, live, letIn, parentId, viewer } = given
  const known = new Set(read.map(({ _id }) => _id))
  const ownById = new Map(given.own.map((own) => [own._id, own]))
  const told = [...live.created.values()].filter((one) => one.parentId === parentId && !known.has(one._id))
  const others = told.filter(
    ({ _id, author }) => !ownById.has(_id) && author?._id !== viewer?._id && !isGone(given, { _id, author }),
  )
  const shown = others.filter(({ _id }) => letIn.has(_id)).map(asTold)
  const fresh = [...newOwn(given, known), ...shown].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  const present = (comments: readonly Comment[]) =>
    comments.flatMap((comment) => asItStands(given, comment, ownById.get(comment._id)) ?? [])
  return {
    fresh: present(fresh),
    listed: present(read),
    held: others.flatMap(({ _id }) => (letIn.has(_id) ? [] : _id)),
  }
}

/** Comments that the server refused: their texts are their author's to keep. */
export function refusedComments(queued: readonly Queued[], parentId: string | null): Queued[] {
  return queued.filter(
    ({ name, state, args }) =>
      name === 'comment.add' && state === 'rejected' && (args as { parentId?: string | null }).parentId === parentId,
  )
}

/** Mutations that wait for one comment, in order. */
export function queuedFor(queued: readonly Queued[], id: string): Queued[] {
  return queued.filter(({ args }) => (args as { _id?: string })._id === id)
}

/** Own comments that were not among those read, because they are newer. */
function newOwn({ read, hasMore, own, queued, parentId, viewer }: Given, known: ReadonlySet<string>): Comment[] {
  if (!viewer) return []
  const newest = read.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '')
  return own
    .filter((one) => one.parentId === parentId && !known.has(one._id))
    .filter(({ _id, createdAt }) => !hasMore || createdAt > newest || queuedFor(queued, _id).length > 0)
    .map((one) => ({ ...one, author: viewer, likes: 0, replies: 0, isDeleted: false }))
}

/** Tells if the comment itself has yet to be sent. */
export function isUnsent(queued: readonly Queued[], id: string): boolean {
  return queuedFor(queued, id).some(({ name }) => name === 'comment.add')
}

/** A comment as it stands by now; null for one that is gone without an answer. */
function asItStands(given: Given, read: Comment, own: OwnComment | undefined): ShownComment | null {
  const { live, queued } = given
  const replies = repliesOf(given, read)
  const sending = deliveryStateOf(queuedFor(queued, read._id))
  const isHidden = own?.isHidden === true && !given.removed.has(read._id)
  if (!isHidden && (read.isDeleted || isGone(given, read))) {
    if (replies === 0) return null
    return { ...read, author: null, text: '', mentions: [], file: null, likes: 0, replies, isDeleted: true, sending }
  }
  const edited = live.edited.get(read._id)
  const newer = edited && (edited.editedAt ?? '') > (read.editedAt ?? '') ? edited : null
  const { text, mentions, editedAt } = own ?? newer ?? read
  const file = own ? own.file : read.file
  const shown = { ...read, text, mentions, editedAt, file, replies, sending }
  // Its author alone still has what staff hide.
  return isHidden ? { ...shown, author: given.viewer, isDeleted: false, isHidden } : shown
}

/** Answers that were read, those told since, and own ones on their way. */
function repliesOf({ live, own }: Given, { _id, replies }: Comment): number {
  const waiting = own.filter((one) => one.parentId === _id && !('$space' in one)).length
  return Math.max(0, replies + (live.answers.get(_id) ?? 0) + waiting)
}

function isGone({ live, removed, blocked }: Given, { _id, author }: Pick<Comment, '_id' | 'author'>): boolean {
  return live.deleted.has(_id) || removed.has(_id) || (author !== null && blocked.has(author._id))
}

/** Links to a photo are made for one viewer: a told comment has none. */
function asTold({ hasFile, ...comment }: ToldComment): Comment & { lacksPhoto?: true } {
  return { ...comment, file: null, ...(hasFile && { lacksPhoto: true }) }
}
