import type { ThingKind, ThingUse } from '@vesper/sync/vesper/records/things.ts'

/** Calls on things of any kind: one for each use, and notices. `buy` and `order` give the right to see a thing (`own`). */
export type Consumer = Exclude<ThingUse, 'own'> | 'notice of a like' | 'notice of a comment'

/** The call works, or is refused with a status and a message. The refusal of an operator's command has the status as well. */
export type Outcome = 'works' | `${number} ${string}`

export type ThingRow = readonly [kind: ThingKind, consumer: Consumer, outcome: Outcome]

const listed: Readonly<Record<Consumer, true>> = {
  ...{ comment: true, like: true, bookmark: true, report: true, hide: true, buy: true, order: true, search: true },
  ...{ 'notice of a like': true, 'notice of a comment': true },
}
export const consumers = Object.keys(listed) as readonly Consumer[]

/** Refusals of a word that the schema, the routes or the command do not know. */
const notOffered = {
  comment: '400 This cannot be commented on.',
  reaction: '400 This is not valid.',
  hide: '400 Use it so: hide <type> <id>. Types: post, gallery, photo, video, product, comment, message, stream.',
  purchase: '404 There is nothing here.',
  search: '400 Use one of these: creators, posts, videos, galleries, products',
} as const
/** Only products are ordered, by their ids. */
const NO_PRODUCT = '404 This product is not on sale.'

/** The outcome of each consumer with a thing of each kind, that a fan asks for and may see. */
export const thingsTable: readonly ThingRow[] = [
  ['feed', 'comment', 'works'],
  ['feed', 'like', 'works'],
  ['feed', 'bookmark', 'works'],
  ['feed', 'report', 'works'],
  ['feed', 'hide', 'works'],
  ['feed', 'buy', 'works'],
  ['feed', 'order', NO_PRODUCT],
  ['feed', 'search', 'works'],
  ['feed', 'notice of a like', 'works'],
  ['feed', 'notice of a comment', 'works'],

  ['gallery', 'comment', 'works'],
  ['gallery', 'like', 'works'],
  ['gallery', 'bookmark', 'works'],
  ['gallery', 'report', 'works'],
  ['gallery', 'hide', 'works'],
  ['gallery', 'buy', 'works'],
  ['gallery', 'order', NO_PRODUCT],
  ['gallery', 'search', 'works'],
  ['gallery', 'notice of a like', 'works'],
  ['gallery', 'notice of a comment', 'works'],

  ['photo', 'comment', 'works'],
  ['photo', 'like', 'works'],
  ['photo', 'bookmark', 'works'],
  ['photo', 'report', 'works'],
  ['photo', 'hide', 'works'],
  ['photo', 'buy', notOffered.purchase],
  ['photo', 'order', NO_PRODUCT],
  ['photo', 'search', notOffered.search],
  ['photo', 'notice of a like', 'works'],
  ['photo', 'notice of a comment', 'works'],

  ['video', 'comment', 'works'],
  ['video', 'like', 'works'],
  ['video', 'bookmark', 'works'],
  ['video', 'report', 'works'],
  ['video', 'hide', 'works'],
  ['video', 'buy', 'works'],
  ['video', 'order', NO_PRODUCT],
  ['video', 'search', 'works'],
  ['video', 'notice of a like', 'works'],
  ['video', 'notice of a comment', 'works'],

  ['product', 'comment', 'works'],
  ['product', 'like', 'works'],
  ['product', 'bookmark', 'works'],
  ['product', 'report', 'works'],
  ['product', 'hide', 'works'],
  ['product', 'buy', '400 Choose an address for what is sent.'],
  ['product', 'order', 'works'],
  ['product', 'search', 'works'],
  ['product', 'notice of a like', 'works'],
  ['product', 'notice of a comment', 'works'],

  ['comment', 'comment', notOffered.comment],
  ['comment', 'like', 'works'],
  ['comment', 'bookmark', '403 Comments can be liked, not bookmarked.'],
  ['comment', 'report', 'works'],
  ['comment', 'hide', 'works'],
  ['comment', 'buy', notOffered.purchase],
  ['comment', 'order', NO_PRODUCT],
  ['comment', 'search', notOffered.search],
  ['comment', 'notice of a like', 'works'],
  ['comment', 'notice of a comment', notOffered.comment],

  ['performer', 'comment', notOffered.comment],
  ['performer', 'like', '403 Creators can be bookmarked and followed, not liked.'],
  ['performer', 'bookmark', 'works'],
  ['performer', 'report', 'works'],
  ['performer', 'hide', notOffered.hide],
  ['performer', 'buy', notOffered.purchase],
  ['performer', 'order', NO_PRODUCT],
  ['performer', 'search', 'works'],
  ['performer', 'notice of a like', '403 Creators can be bookmarked and followed, not liked.'],
  ['performer', 'notice of a comment', notOffered.comment],

  ['user', 'comment', notOffered.comment],
  ['user', 'like', notOffered.reaction],
  ['user', 'bookmark', notOffered.reaction],
  ['user', 'report', 'works'],
  ['user', 'hide', notOffered.hide],
  ['user', 'buy', notOffered.purchase],
  ['user', 'order', NO_PRODUCT],
  ['user', 'search', notOffered.search],
  ['user', 'notice of a like', notOffered.reaction],
  ['user', 'notice of a comment', notOffered.comment],

  ['message', 'comment', notOffered.comment],
  ['message', 'like', notOffered.reaction],
  ['message', 'bookmark', notOffered.reaction],
  ['message', 'report', 'works'],
  ['message', 'hide', 'works'],
  ['message', 'buy', 'works'],
  ['message', 'order', NO_PRODUCT],
  ['message', 'search', notOffered.search],
  ['message', 'notice of a like', notOffered.reaction],
  ['message', 'notice of a comment', notOffered.comment],

  ['stream', 'comment', notOffered.comment],
  ['stream', 'like', notOffered.reaction],
  ['stream', 'bookmark', notOffered.reaction],
  ['stream', 'report', 'works'],
  ['stream', 'hide', 'works'],
  ['stream', 'buy', 'works'],
  ['stream', 'order', NO_PRODUCT],
  ['stream', 'search', notOffered.search],
  ['stream', 'notice of a like', notOffered.reaction],
  ['stream', 'notice of a comment', notOffered.comment],
]

/** Names each pair of a kind and a consumer that has no row, or more than one. */
export function gapsOf(rows: readonly ThingRow[], kinds: readonly ThingKind[]): string[] {
  return kinds.flatMap((kind) =>
    consumers.flatMap((consumer) => {
      const found = rows.filter((row) => row[0] === kind && row[1] === consumer).length
      return found === 1 ? [] : `${kind} × ${consumer} has ${found || 'no'} rows in server/testing/things-table.ts`
    }),
  )
}
