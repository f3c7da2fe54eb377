import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Overlay } from '../../engine/core/overlay.ts'
import { RowMap } from '../../engine/core/row-map.ts'
import type { StoredRow } from '../../engine/store.ts'
import { conversationIdOf } from '../records/conversation.ts'
import { fanListMemberIdOf } from '../records/fan-list.ts'
import { emptyDraft, sightOf } from '../records/post-draft.ts'
import { noContent } from '../records/post.ts'
import { mutations } from './registry.ts'
import type { ArgsOf, MutationName } from './registry.ts'

/*
 * The merge rule of each mutation as laws, over any state of the device and any arguments: a state in which rows are
 * there, half there, or gone. A mutation without laws fails the types.
 */

const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}`
const me = id(9)
const idOf = fc.integer({ min: 1, max: 3 }).map(id)
const time = '2026-01-01T00:00:00.000Z'
const later = '2026-01-02T12:00:00.000Z'
const word = fc.constantFrom('one', 'two', 'three')
const seq = fc.integer({ min: 0, max: 5 })
const person = { name: 'Mira', username: 'mira', avatar: null, isPerformer: true }
const product = {
  name: 'Print',
  performer: { _id: id(1), ...person },
  price: 5,
  ...{ availability: 'few', left: 3, limitPerBuyer: null, shipsTo: [], shippingPrice: 0 },
  type: 'physical',
  picture: null,
}
const conversationOf = (n: string) => conversationIdOf(me, n)

type Law<Name extends MutationName> = {
  args: fc.Arbitrary<ArgsOf<Name>>
  /** True when two of them give the same in either order: neither overwrites anything of the other. */
  commute: (a: ArgsOf<Name>, b: ArgsOf<Name>) => boolean
}

const inConversation = idOf.map(conversationOf)
const fieldsOf = (changes: object) => Object.keys(changes)
const withBelow = (changes: object) => [...fieldsOf(changes), ...('country' in changes ? ['state'] : [])]
const areApart = (a: readonly string[], b: readonly string[]) => !a.some((one) => b.includes(one))
const always = () => true
const seenDraft = fc.record({ _id: idOf, seen: word.map((text) => sightOf({ ...emptyDraft, text })) })

const laws: { [Name in MutationName]: Law<Name> } = {
  'message.send': {
    args: fc.record(
      { _id: idOf, conversationId: inConversation, text: word, fileIds: fc.constant([]), replyToId: idOf },
      { requiredKeys: ['_id', 'conversationId', 'text', 'fileIds'] },
    ),
    // The preview of a conversation is its last message.
    commute: (a, b) => a._id !== b._id && a.conversationId !== b.conversationId,
  },
  'message.edit': {
    args: fc.record({ _id: idOf, conversationId: inConversation, text: word }),
    commute: (a, b) => a._id !== b._id || a.text === b.text,
  },
  'message.react': {
    args: fc.record({
      messageId: idOf,
      conversationId: inConversation,
      emoji: fc.constantFrom('👍', '❤️', null),
    }),
    commute: (a, b) => a.messageId !== b.messageId || a.emoji === b.emoji,
  },
  'message.delete': { args: fc.record({ _id: idOf, conversationId: inConversation }), commute: always },
  'conversation.open': {
    args: idOf.map((_id) => ({ conversationId: conversationOf(_id), recipient: { _id, ...person } })),
    commute: always,
  },
  'conversation.read-all': { args: fc.record({ conversationId: inConversation, seq }), commute: always },
  'conversation.mute-many': {
    args: fc.record({ conversationId: inConversation, isMuted: fc.boolean() }),
    commute: (a, b) => a.conversationId !== b.conversationId || a.isMuted === b.isMuted,
  },
  'broadcast.save': {
    args: fc.record({
      _id: idOf,
      changes: fc.record({ text: word, price: seq }, { requiredKeys: [] }),
      editedAt: fc.constant(time),
    }),
    commute: (a, b) => a._id !== b._id || areApart(fieldsOf(a.changes), fieldsOf(b.changes)),
  },
  // A save after it is refused by the server; on the device it is begun anew until then.
  'broadcast.discard': { args: fc.record({ _id: idOf }), commute: always },
  'notification.read-all': { args: fc.record({ seq }), commute: always },
  'profile.update': {
    args: fc.record({
      changes: fc.oneof(
        fc.record({ name: word, bio: word }, { requiredKeys: [] }),
        fc.record({ country: word, state: word, phone: word }, { requiredKeys: [] }),
      ),
      base: fc.constant({}),
    }),
    // Another country has other states.
    commute: (a, b) => areApart(withBelow(a.changes), withBelow(b.changes)),
  },
  'performer.update': {
    args: fc.record({
      changes: fc.record({ name: word, phone: word }, { requiredKeys: [] }),
      base: fc.constant({}),
    }),
    commute: (a, b) => areApart(fieldsOf(a.changes), fieldsOf(b.changes)),
  },
  'preferences.update': {
    args: fc.record(
      {
        changes: fc.record(
          {
            theme: fc.constantFrom('dark' as const, 'light' as const),
            language: fc.constantFrom('en' as const, 'ar' as const),
            reducedData: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        initial: fc.constant(true as const),
      },
      { requiredKeys: ['changes'] },
    ),
    commute: (a, b) => areApart(fieldsOf(a.changes), fieldsOf(b.changes)),
  },
  'follow.set': {
    args: fc.record({ performerId: idOf, following: fc.boolean() }),
    commute: (a, b) => a.performerId !== b.performerId || a.following === b.following,
  },
  'block.set': {
    args: fc.record({
      ...{ userId: idOf, blocked: fc.boolean(), reason: word },
      user: fc.option(fc.constant({ name: 'Mira', username: 'mira', avatar: null }), { nil: undefined }),
    }),
    commute: (a, b) => a.userId !== b.userId,
  },
  'fan-list.save': {
    args: fc.record({
      ...{ _id: idOf, kind: fc.constantFrom('manual' as const, 'rule' as const) },
      changes: fc.record(
        { name: word, rule: fc.constantFrom({ kind: 'subscribers' as const }, { kind: 'expired' as const }) },
        { requiredKeys: [] },
      ),
      editedAt: fc.constant(time),
    }),
    commute: (a, b) => a._id !== b._id,
  },
  'fan-list.remove': { args: fc.record({ _id: idOf }), commute: always },
  // An addition that knew of fewer removals does nothing, or finds the fan there.
  'fan-list.add': { args: fc.record({ listId: idOf, userId: idOf, seen: seq }), commute: always },
  'fan-list.take': { args: fc.record({ listId: idOf, userId: idOf }), commute: always },
  'fan-note.save': {
    args: fc.record({ userId: idOf, base: word, text: word, editedAt: fc.constant(time) }),
    commute: (a, b) => a.userId !== b.userId,
  },
  'pause.plan': {
    args: fc.record({
      _id: idOf,
      startsAt: fc.constantFrom(null, time),
      days: fc.integer({ min: 1, max: 3 }),
      askedAt: fc.constantFrom(time, later),
    }),
    // The first one stands.
    commute: (a, b) => a._id !== b._id,
  },
  'pause.end': {
    args: fc.record({ _id: idOf, askedAt: fc.constantFrom(time, later) }),
    // The earlier end stands, whichever comes first.
    commute: (a, b) => a._id !== b._id || a.askedAt === b.askedAt,
  },
  'reaction.set': {
    args: fc.record({
      objectId: idOf,
      objectType: fc.constant('feed' as const),
      action: fc.constantFrom('like' as const, 'bookmark' as const),
      on: fc.boolean(),
    }),
    commute: (a, b) => a.objectId !== b.objectId || a.action !== b.action || a.on === b.on,
  },
  'vote.set': {
    args: fc.record({ postId: idOf, options: fc.constantFrom([0], [1], [0, 1]) }),
    // The first one stands.
    commute: (a, b) => a.postId !== b.postId || a.options.join() === b.options.join(),
  },
  'comment.add': {
    args: fc.record({
      ...{ _id: idOf, objectType: fc.constant('feed' as const), objectId: idOf },
      ...{ parentId: fc.constant(null), text: word },
    }),
    // The first one stands.
    commute: (a, b) => a._id !== b._id || (a.text === b.text && a.objectId === b.objectId),
  },
  'comment.edit': {
    args: fc.record({ _id: idOf, objectId: idOf, text: word }),
    commute: (a, b) => a._id !== b._id || a.text === b.text,
  },
  'comment.remove': { args: fc.record({ _id: idOf, objectId: idOf }), commute: always },
  // Both read the row alone, so that twice is as once.
  'subscription.cancel': { args: fc.record({ _id: idOf }), commute: always },
  'subscription.resume': { args: fc.record({ _id: idOf }), commute: always },
  'address.save': {
    args: fc.record({
      _id: idOf,
      changes: fc.record({ city: word, phone: fc.constantFrom(null, '+46701234567') }),
      editedAt: fc.constant(time),
    }),
    commute: (a, b) => a._id !== b._id || (a.changes.city === b.changes.city && a.changes.phone === b.changes.phone),
  },
  // One that is removed takes no edit any more.
  'address.remove': { args: fc.record({ _id: idOf }), commute: always },
  // The first step from a state stands; the second finds another state.
  'order.received': { args: fc.record({ _id: idOf, version: fc.constant(2) }), commute: always },
  'order.process': { args: fc.record({ _id: idOf, version: fc.constant(1) }), commute: always },
  'order.ship': {
    args: fc.record({
      _id: idOf,
      version: fc.constant(2),
      carrier: word,
      trackingNumber: word,
      trackingUrl: fc.constant(null),
    }),
    commute: (a, b) => a._id !== b._id || (a.carrier === b.carrier && a.trackingNumber === b.trackingNumber),
  },
  'order.note': { args: fc.record({ _id: idOf, note: word }), commute: (a, b) => a._id !== b._id || a.note === b.note },
  'cart.set': {
    args: fc.record({
      productId: idOf,
      quantity: fc.integer({ min: 0, max: 3 }),
      priceSeen: fc.constant(5),
      product: fc.constant(product as never),
    }),
    commute: (a, b) => a.productId !== b.productId || a.quantity === b.quantity,
  },
  'cart.clear': { args: fc.record({ productIds: fc.uniqueArray(idOf) }), commute: always },
  'post.publish': {
    args: fc.record({
      _id: idOf,
      text: word,
      access: fc.constant('public' as const),
      price: fc.constant(0),
      scheduledAt: fc.constant(null),
      poll: fc.constant(null),
      fileIds: fc.constant([]),
    }),
    commute: (a, b) => a._id !== b._id || a.text === b.text,
  },
  'post.update': {
    args: fc.record({
      _id: idOf,
      changes: fc.record(
        {
          text: word,
          archived: fc.boolean(),
          tags: fc.uniqueArray(word),
          isPinned: fc.boolean(),
          teaserId: fc.option(idOf),
          removedFileIds: fc.uniqueArray(idOf),
        },
        { requiredKeys: [] },
      ),
    }),
    commute: (a, b) => a._id !== b._id || areApart(fieldsOf(a.changes), fieldsOf(b.changes)),
  },
  'post.remove': { args: fc.record({ _id: idOf }), commute: always },
  'draft.save': {
    args: fc.record({
      _id: idOf,
      base: fc.record({ text: word, price: seq }, { requiredKeys: [] }),
      changes: fc.record(
        {
          text: word,
          price: seq,
          fileIds: fc.uniqueArray(idOf),
          tags: fc.uniqueArray(word),
          thumbnailId: fc.option(idOf),
        },
        { requiredKeys: [] },
      ),
      editedAt: fc.constant(time),
    }),
    commute: (a, b) => a._id !== b._id || areApart(fieldsOf(a.changes), fieldsOf(b.changes)),
  },
  'asset.save': {
    args: fc.oneof(
      fc.record({
        _id: idOf,
        kind: fc.constant('video' as const),
        base: fc.constant({}),
        changes: fc.record(
          { title: word, price: seq, status: fc.constant('active' as const), mainId: fc.option(idOf) },
          { requiredKeys: [] },
        ),
        editedAt: fc.constant(time),
      }),
      fc.record({
        _id: idOf,
        kind: fc.constant('product' as const),
        base: fc.record({ fileIds: fc.uniqueArray(idOf) }, { requiredKeys: [] }),
        changes: fc.record({ title: word, fileIds: fc.uniqueArray(idOf) }, { requiredKeys: [] }),
        editedAt: fc.constant(time),
      }),
    ),
    commute: (a, b) => a._id !== b._id || (a.kind === b.kind && areApart(fieldsOf(a.changes), fieldsOf(b.changes))),
  },
  'asset.remove': { args: fc.record({ _id: idOf }), commute: always },
  'photo.add': {
    args: fc.record({ _id: idOf, galleryId: idOf, fileId: idOf, title: word }),
    // Photos stand in the order in which they come.
    commute: (a, b) => a.galleryId !== b.galleryId,
  },
  'draft.discard': { args: seenDraft, commute: always },
  'draft.publish': { args: seenDraft, commute: always },
}

type Step = { name: MutationName; args: unknown }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(laws).map(([name, { args }]) =>
    (args as fc.Arbitrary<unknown>).map((value): Step => ({ name: name as MutationName, args: value })),
  ),
)

describe.each(Object.keys(laws) as MutationName[])('%s', (name) => {
  const { args, commute } = laws[name] as unknown as Law<'post.remove'>
  const step = (value: unknown): Step => ({ name, args: value })

  test('[MERGE-1] twice is as once, whatever the device has', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 6 }), args, async (before, value) => {
        expect(await stateAfter([...before, step(value), step(value)])).toEqual(
          await stateAfter([...before, step(value)]),
        )
      }),
    ))

  test('[MERGE-2] two that overwrite nothing of each other come to the same in either order', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 6 }), args, args, async (before, a, b) => {
        fc.pre(commute(a, b))
        expect(await stateAfter([...before, step(a), step(b)])).toEqual(await stateAfter([...before, step(b), step(a)]))
      }),
    ))
})

test('[MERGE-3] a sent message is shown, or was deleted: nothing else takes a message away', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
      const shown = await stateAfter(steps)
      for (const { name, args } of steps) {
        if (name !== 'message.send') continue
        const { _id } = args as ArgsOf<'message.send'>
        expect(shown).toHaveProperty([`messages ${_id}`])
      }
    }),
  ))

test('[MERGE-4] a tombstone stays one, whatever comes after it', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { maxLength: 8 }),
      fc.array(anyStep, { maxLength: 8 }),
      async (before, after) => {
        const early = await stateAfter(before)
        const late = await stateAfter([...before, ...after])
        for (const [key, then] of Object.entries(early)) {
          if (then?.['isDeleted'] === true) expect(late[key]).toMatchObject({ isDeleted: true })
          if (then?.['status'] === 'removed') expect(late[key]).toMatchObject({ status: 'removed' })
        }
      },
    ),
    { numRuns: 500 },
  ))

const ownGallery = {
  ...{ performerId: me, kind: 'gallery', title: 'one', slug: 'one', description: '', access: 'public', price: 0 },
  ...{ status: 'draft', tags: [], cover: null, publishedAt: null, createdAt: time, updatedAt: time },
  ...{ files: [], participantIds: [], participants: [], addedPhotos: [], photoCount: 0 },
}

const address = {
  ...{ userId: me, name: 'Ada', line1: '1 High Street', line2: '', state: '', postal: '', country: 'NO', phone: null },
  ...{ isDefault: true, createdAt: time, updatedAt: time },
}

/** The rows of the device before: some of those that the arguments name, and not the others. */
const held: Record<string, Record<string, StoredRow>> = {
  profiles: { [me]: row('u', { _id: me, name: 'Me', bio: '' }) },
  creators: {
    [me]: row('p', {
      ...{ _id: me, name: 'Me', bio: '', city: null },
      pauses: [{ _id: id(1), startsAt: time, endsAt: '2026-01-05T00:00:00.000Z' }],
    }),
  },
  conversations: {
    [conversationOf(id(1))]: row('c', {
      ...{ _id: conversationOf(id(1)), recipient: { _id: id(1), ...person }, lastMessage: null },
      ...{ lastSeq: 4, readSeq: 1, recipientReadSeq: 0, totalNotSeenMessages: 3, canSend: true },
      ...{ createdAt: time, updatedAt: time },
    }),
  },
  blocks: {
    [id(1)]: row('u', {
      ...{ _id: id(1), performerId: me, name: 'Mira', username: 'mira', avatar: null, reason: '', createdAt: time },
    }),
  },
  'fan-lists': {
    [id(1)]: row('u', {
      ...{ _id: id(1), performerId: me, name: 'one', kind: 'manual', rule: null, createdAt: time, updatedAt: time },
    }),
  },
  'fan-list-members': {
    [fanListMemberIdOf(id(1), id(1))]: row('u', {
      ...{ _id: fanListMemberIdOf(id(1), id(1)), listId: id(1), performerId: me, userId: id(1), isMember: false },
      ...{ takes: 2, name: 'Mira', username: 'mira', avatar: null, addedAt: time },
    }),
  },
  'fan-notes': { [id(1)]: row('u', { _id: id(1), performerId: me, text: 'one', updatedAt: time }) },
  'own-comments': {
    [id(1)]: row('u', {
      ...{ _id: id(1), authorId: me, objectType: 'feed', objectId: id(1), parentId: null, text: 'one' },
      ...{ mentions: [], file: null, createdAt: time, editedAt: null },
    }),
  },
  addresses: {
    [id(1)]: row('u', { ...address, _id: id(1), city: 'Oslo' }),
  },
  subscriptions: {
    [id(1)]: row('u', { _id: id(1), status: 'active', autoRenew: true, price: 500, nextPrice: 500 }),
    [id(2)]: row('u', { _id: id(2), status: 'canceling', autoRenew: false, price: 500, nextPrice: null }),
  },
  orders: { [id(1)]: row('u', { _id: id(1), fulfilment: 'shipped', version: 2, allowed: ['received'] }) },
  sales: {
    [id(1)]: row('u', { _id: id(1), fulfilment: 'new', version: 1, allowed: ['process'], sellerNote: '' }),
    [id(2)]: row('u', { _id: id(2), fulfilment: 'processing', version: 2, allowed: ['ship'], sellerNote: '' }),
  },
  'post-drafts': {
    [id(1)]: row('u', {
      ...{ _id: id(1), ownerId: me, ...emptyDraft, text: 'one', files: [], isPublishing: false },
      ...{ createdAt: time, updatedAt: time },
    }),
  },
  'own-assets': {
    [id(1)]: row('u', { ...ownGallery, _id: id(1) }),
    [id(2)]: row('u', { ...ownGallery, _id: id(2), kind: 'product', fileIds: [id(1), id(2)] }),
    [id(3)]: row('u', { ...ownGallery, _id: id(3), kind: 'video' }),
  },
  posts: {
    [id(2)]: row('p', { ...noContent, _id: id(2), performerId: me, seq: 1, status: 'published', text: 'before' }),
  },
}

function row(space: string, fields: Record<string, unknown> & { _id: string }): StoredRow {
  return { ...fields, $space: space }
}

/** The rows that these halves write, run in order, by collection and id. */
async function stateAfter(steps: readonly Step[]): Promise<Record<string, StoredRow | null>> {
  const overlay = new Overlay(new RowMap(), async (collection, key) => held[collection]?.[key])
  for (const { name, args } of steps) {
    const half = mutations[name].optimistic as (tx: unknown, args: unknown, context: unknown) => Promise<void>
    // The place in the outbox differs: waiting messages are sorted by it.
    await overlay.run((tx) => half(tx, args, { account: me, order: 1, queuedAt: time }))
  }
  return Object.fromEntries(
    [...overlay.written.entries()].flatMap(({ collection, id: key, row }) =>
      row === null ? [] : [[`${collection} ${key}`, row] as const],
    ),
  )
}
