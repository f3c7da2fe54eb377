import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { CreatorCounts } from '@vesper/sync/vesper/records/creator-details.ts'
import { v7 } from 'uuid'

/** The creator's part of an account, beside its `User` row; shares its id. */
export const Performer = defineEntity({
  name: 'Performer',
  tableName: 'performer',
  indexes: [
    { properties: ['score', 'userId'] },
    {
      name: 'performer_shuffle_index',
      expression: `create index "performer_shuffle_index" on "performer" (md5("user_id"::text))`,
    },
    {
      properties: ['welcomeVideoFileId'],
      name: 'performer_welcome_video_index',
      where: 'welcome_video_file_id is not null',
    },
  ],
  properties: {
    userId: p.uuid().primary(),
    /** ISO 3166-1 alpha-2. */
    country: p.string().length(2),
    state: p.string().length(100).nullable(),
    city: p.string().length(100).nullable(),
    /** ISO 639 codes. */
    languages: p.array().default([]),
    categories: p.array().default([]),
    gender: p.string().length(30).nullable(),
    ageRange: p.string().length(30).nullable(),
    bodyType: p.string().length(30).nullable(),
    ethnicity: p.string().length(30).nullable(),
    hair: p.string().length(30).nullable(),
    eyes: p.string().length(30).nullable(),
    orientation: p.string().length(30).nullable(),
    welcomeVideoFileId: p.uuid().nullable(),
    /** Accounts and visitors of these countries do not find the creator. ISO 3166-1 alpha-2. */
    blockedCountries: p.array().default([]),
    /** Orders the top creators; renewed by a job, past the change feed. */
    score: p.float().default(0),
    /** The present price of a subscription of each term, in cents; null where the term is not sold. */
    monthlyPrice: p.integer().nullable(),
    quarterlyPrice: p.integer().nullable(),
    halfYearlyPrice: p.integer().nullable(),
    yearlyPrice: p.integer().nullable(),
    isFreeSubscription: p.boolean().default(false),
    /** Counts of what others find, where they are too long to be counted each time; renewed as `score` is. */
    counts: p.json<Partial<CreatorCounts>>().defaultRaw(`'{}'`),
    /** How the creator sells products; null until told. */
    sellerKind: p.enum(['trader', 'private'] as const).nullable(),
    dateOfBirth: p.date(),
    verification: p.enum(['submitted', 'approved', 'rejected'] as const).default('submitted'),
    /** Told to the creator; null unless rejected. */
    rejectionReason: p.text().nullable(),
    /** `seq` of the newest published post, 0 when there is none. */
    lastPostSeq: p.integer().default(0),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

/** An identity document: kept apart from other files, never delivered to another account. */
export const PerformerDocument = defineEntity({
  name: 'PerformerDocument',
  tableName: 'performer_document',
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    kind: p.enum(['idFront', 'idBack', 'selfie'] as const),
    mimeType: p.string().length(100),
    size: p.integer(),
    status: p.enum(['submitted', 'approved', 'rejected'] as const).default('submitted'),
    /** The problem with a rejected document, in words for the creator. */
    reason: p.text().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    /** When its last review ended; its bytes stay for so many days after it as `DOCUMENT_DAYS` says. */
    decidedAt: p.datetime().nullable(),
    /** When its bytes went. */
    removedAt: p.datetime().nullable(),
  },
})

export type Performer = InferEntity<typeof Performer>
export type PerformerDocument = InferEntity<typeof PerformerDocument>
