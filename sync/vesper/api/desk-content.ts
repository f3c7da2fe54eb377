import * as v from 'valibot'
import { DeskPerson } from './cases.ts'
import { afterPlace, listQuery, placedListOf, queryChoice, uuid } from './fields.ts'

/** The kinds that the list has. Messages are private: staff see those alone that were reported. */
export const contentKinds = ['feed', 'gallery', 'photo', 'video', 'product', 'comment', 'stream'] as const
export type ContentKind = (typeof contentKinds)[number]
/** `archived`: its creator has put it away, and its buyers still see it. `removed`: its author has removed it. */
export const contentStates = ['shown', 'archived', 'hidden', 'removed'] as const

/** One thing. `preview`: its first words. `caseId`: the case about it that is not closed; null without one. */
export const ContentRow = v.object({
  _id: uuid,
  objectType: v.picklist(contentKinds),
  preview: v.string(),
  author: DeskPerson,
  state: v.picklist(contentStates),
  caseId: v.nullable(uuid),
  /** Changes with each decision on the thing, and with each that is taken back. */
  version: v.optional(v.number()),
  createdAt: v.string(),
})
export type ContentRow = v.InferOutput<typeof ContentRow>
export const ContentList = placedListOf(ContentRow)

/** Words are looked for in so many of the newest things of a kind, or of an author. */
export const CONTENT_SEARCHED = 20_000

/** `GET /desk/content`: the things of a kind, the newest first. `q`: words, or `@` and the username of their author. */
export const ContentQuery = v.object({
  ...listQuery(['createdAt']).entries,
  ...afterPlace,
  kind: v.optional(queryChoice(contentKinds), 'feed'),
  state: v.optional(queryChoice(contentStates)),
})
