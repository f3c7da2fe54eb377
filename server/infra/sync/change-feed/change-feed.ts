import assert from 'node:assert/strict'
import type { AnyEntity, ChangeSet, EntityManager, EventSubscriber, FlushEventArgs } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { spaceOfConversation, spaceOfPerformer, spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { User } from '../../../domains/accounts/entity.ts'
import { CartLine } from '../../../domains/cart/entity.ts'
import { Conversation, ConversationMember } from '../../../domains/conversations/entity.ts'
import { PostDraft } from '../../../domains/drafts/entity.ts'
import { File } from '../../files/entity.ts'
import { Follow } from '../../../domains/follows/entity.ts'
import type { RaisedSpace } from '../../live/live-port.ts'
import { Message } from '../../../domains/messages/entity.ts'
import { Performer } from '../../../domains/performers/entity.ts'
import { Preferences } from '../../../domains/preferences/entity.ts'
import { Reaction } from '../../../domains/reactions/entity.ts'
import { Product } from '../../../domains/products/entity.ts'
import { Post } from '../../../domains/posts/entity.ts'
import type { ChangedRow } from '../pull/change-index.ts'
import { KEPT } from '../../database/driver/prepared-statements.ts'
import { raiseSpacesRoutine } from './raise-spaces.ts'

/*
 * Which rows of which spaces a transaction changes, seen at the ORM's flush:
 *
 *   flush ──→ changeFeed.onFlush ──→ Changes (of this transaction) ──→ raiseSpaces, once, right before the commit
 *
 * - A change set of a synchronised entity always lands in `Changes`, whichever command made it.
 * - Space rows are locked last and in sorted order, so that a transaction that holds one waits for nothing but another.
 * - SQL that goes past the unit of work is not seen here; commands write synchronised entities through the ORM only.
 */

/** What one transaction changed, as far as devices hold it. */
export type Changes = {
  rows: Map<string, ChangedRow>
  /** Users who look different to others now: the conversations and the lines of carts that show them changed. */
  shownUsers: Set<string>
  /** Files that changed: the messages and posts that carry them changed. */
  files: Set<string>
  /** Products that changed: the lines of the carts that hold them changed. */
  products: Set<string>
}

type Recorder = (changes: Changes, set: ChangeSet<AnyEntity>) => void

/** No view shows these. */
const HIDDEN_OF_USER: ReadonlySet<string> = new Set(['passwordHash', 'updatedAt'])
const SHOWN_TO_OTHERS = ['name', 'username', 'avatarFileId', 'status', 'isPerformer']
const SHOWN_TO_FOLLOWERS = [...SHOWN_TO_OTHERS, 'bio', 'coverFileId']
const SHOWN_OF_PERFORMER = ['country', 'verification']
const SHOWN_IN_CARTS = ['name', 'type', 'price', 'stock', 'status', 'pictureFileId']

const recorders: ReadonlyMap<string, Recorder> = new Map<string, Recorder>([
  [User.meta.className, recordUser],
  [Performer.meta.className, recordPerformer],
  [Preferences.meta.className, recordPreferences],
  [Conversation.meta.className, (changes, set) => recordConversation(changes, set, (set.entity as Conversation).id)],
  [ConversationMember.meta.className, recordMember],
  [Message.meta.className, recordMessage],
  [Follow.meta.className, recordFollow],
  [Reaction.meta.className, recordReaction],
  [CartLine.meta.className, recordCartLine],
  [Product.meta.className, recordProduct],
  [Post.meta.className, recordPost],
  [PostDraft.meta.className, recordDraft],
  [File.meta.className, (changes, set) => void changes.files.add((set.entity as File).id)],
])

const tracked = new WeakMap<EntityManager, Changes>()

/** Starts to record what `em` flushes; `em` is the transaction's own. */
export function trackChanges(em: EntityManager): Changes {
  const changes: Changes = { rows: new Map(), shownUsers: new Set(), files: new Set(), products: new Set() }
  tracked.set(em, changes)
  return changes
}

/** The ORM's subscriber that fills `Changes`. It throws for a flush of a synchronised entity outside of `transact`. */
export const changeFeed: EventSubscriber = {
  onFlush({ em, uow }: FlushEventArgs) {
    for (const set of uow.getChangeSets()) {
      const record = recorders.get(set.meta.className)
      if (!record) continue
      const changes = tracked.get(em)
      assert(changes, `${set.meta.className} is written outside of transact()`)
      record(changes, set)
    }
  },
}

/** Raises the spaces that `changes` touch and notes each changed row under its space's new version; one statement. */
export async function raiseSpaces(em: SqlEntityManager, changes: Changes): Promise<RaisedSpace[]> {
  const { rows, shownUsers, files, products } = changes
  const given = JSON.stringify([...rows.values()])
  const derived = [
    ...derivedFrom(shownUsers, OF_USERS),
    ...derivedFrom(files, OF_FILES),
    ...derivedFrom(products, OF_PRODUCTS),
  ]
  if (rows.size + derived.length === 0) return []
  const answers = await em.execute<{ raised: Omit<RaisedSpace, 'step'>[]; run: string }[]>(
    `${derived.length === 0 ? KEPT : ''} select ${raiseSpacesRoutine.name}(${allOf(derived)}) as raised, run from epoch where singleton = 1`,
    [given, ...derived.flatMap(({ ids }) => ids)],
  )
  const known = derived.length === 0 ? Map.groupBy(rows.values(), ({ space }) => space) : null
  return answers.flatMap(({ raised, run }) =>
    raised.map((space): RaisedSpace => {
      const rowsOfSpace = known?.get(space.space)
      return { ...space, step: rowsOfSpace ? { rows: rowsOfSpace, run: Number(run) } : null }
    }),
  )
}

type Derived = { sql: string; ids: string }

/** What PostgreSQL need not look for is left out: to plan it takes longer than to find nothing. */
function derivedFrom(ids: ReadonlySet<string>, queries: readonly string[]): Derived[] {
  return ids.size === 0 ? [] : queries.map((sql) => ({ sql, ids: `{${[...ids].join()}}` }))
}

function allOf(derived: readonly Derived[]): string {
  if (derived.length === 0) return '?::jsonb'
  const rows = derived.map(({ sql }) => sql).join(' union ')
  return `?::jsonb || (
    select coalesce(jsonb_agg(d), '[]') from (${rows}) as d (space, collection, id, deleted))`
}

const OF_USERS = [
  `select 'c:' || conversation_id, 'conversations', conversation_id, false
   from conversation_member where user_id = any(?::uuid[])`,
  `select 'u:' || l.user_id, 'cart-lines', l.product_id, false
   from cart_line l join product p on p.id = l.product_id where p.performer_id = any(?::uuid[])`,
]

const OF_PRODUCTS = [
  `select 'u:' || user_id, 'cart-lines', product_id, false from cart_line where product_id = any(?::uuid[])`,
]

const OF_FILES = [
  `select 'c:' || m.conversation_id, 'messages', m.id, false
   from file f join message m on m.id = f.message_id where f.id = any(?::uuid[])`,
  `select 'p:' || p.performer_id, 'posts', p.id, false
   from file f join post p on p.id = f.post_id where f.id = any(?::uuid[])`,
  `select 'u:' || d.owner_id, 'post-drafts', d.id, false
   from file f join post_draft d on d.id = f.draft_id where f.id = any(?::uuid[]) and d.state = 'open'`,
]

function recordUser(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { id, isPerformer } = set.entity as User
  const fields = Object.keys(set.payload)
  const isShown = fields.some((field) => !HIDDEN_OF_USER.has(field))
  if (isShown) add(changes, { space: spaceOfUser(id), collection: 'profiles', id }, set)
  if (SHOWN_TO_OTHERS.some((field) => field in set.payload)) changes.shownUsers.add(id)
  if (isPerformer && SHOWN_TO_FOLLOWERS.some((field) => field in set.payload)) add(changes, cardOf(id))
}

function recordPerformer(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { userId } = set.entity as Performer
  if ('verification' in set.payload) add(changes, { space: spaceOfUser(userId), collection: 'profiles', id: userId })
  if (SHOWN_OF_PERFORMER.some((field) => field in set.payload)) add(changes, cardOf(userId))
}

// One row, however many follow.
function cardOf(id: string): Omit<ChangedRow, 'deleted'> {
  return { space: spaceOfPerformer(id), collection: 'creators', id }
}

function recordPreferences(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { userId: id } = set.entity as Preferences
  add(changes, { space: spaceOfUser(id), collection: 'preferences', id }, set)
}

function recordReaction(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { userId, reactionId } = set.entity as Reaction
  add(changes, { space: spaceOfUser(userId), collection: 'reactions', id: reactionId }, set)
}

function recordFollow(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { followerId, performerId } = set.entity as Follow
  add(changes, { space: spaceOfUser(followerId), collection: 'follows', id: performerId }, set)
}

// One that was published or discarded stays as a row, and goes from the devices.
function recordDraft(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { id, ownerId, state } = set.entity as PostDraft
  add(changes, { space: spaceOfUser(ownerId), collection: 'post-drafts', id, deleted: state !== 'open' })
}

function recordMember(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { conversationId } = set.entity as ConversationMember
  add(changes, { space: spaceOfConversation(conversationId), collection: 'conversations', id: conversationId })
}

// A conversation shows its last message.
function recordMessage(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { id, conversationId } = set.entity as Message
  const space = spaceOfConversation(conversationId)
  add(changes, { space, collection: 'messages', id }, set)
  add(changes, { space, collection: 'conversations', id: conversationId })
}

function recordProduct(changes: Changes, set: ChangeSet<AnyEntity>): void {
  if (SHOWN_IN_CARTS.some((field) => field in set.payload)) changes.products.add((set.entity as Product).id)
}

function recordCartLine(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { userId, productId } = set.entity as CartLine
  add(changes, { space: spaceOfUser(userId), collection: 'cart-lines', id: productId }, set)
}

function recordPost(changes: Changes, set: ChangeSet<AnyEntity>): void {
  const { id, performerId } = set.entity as Post
  add(changes, { space: spaceOfPerformer(performerId), collection: 'posts', id }, set)
}

function recordConversation(changes: Changes, set: ChangeSet<AnyEntity>, id: string): void {
  add(changes, { space: spaceOfConversation(id), collection: 'conversations', id }, set)
}

type Added = Omit<ChangedRow, 'deleted'> & { deleted?: boolean }

function add(changes: Changes, row: Added, set?: ChangeSet<AnyEntity>): void {
  const key = `${row.space} ${row.collection} ${row.id}`
  const deleted = row.deleted ?? set?.type.startsWith('delete') ?? changes.rows.get(key)?.deleted ?? false
  changes.rows.set(key, { ...row, deleted })
}
