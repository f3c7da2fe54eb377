import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** An account: a fan, or a performer (then a `Performer` row stands beside it). */
export const User = defineEntity({
  name: 'User',
  tableName: 'user',
  indexes: [
    // The orders of the lists of creators.
    ...(['updatedAt', 'createdAt', 'name', 'username'] as const).map((sorted) => ({
      properties: [sorted, 'id' as const],
      name: `user_creators_${sorted}_index`.toLowerCase(),
      where: 'is_performer',
    })),
    // The desk's list of all accounts, and its search by how a name or an address begins.
    { properties: ['createdAt', 'id'], name: 'user_created_index' },
    { properties: ['createdAt', 'id'], name: 'user_closed_index', where: "status <> 'active'" },
    ...(['email', 'username'] as const).map((begun) => ({
      name: `user_${begun}_begins_index`,
      expression: `create index "user_${begun}_begins_index" on "user" ("${begun}" text_pattern_ops)`,
    })),
    {
      name: 'user_name_begins_index',
      expression: 'create index "user_name_begins_index" on "user" (lower("name") text_pattern_ops)',
    },
    {
      name: 'user_search_index',
      expression: `create index "user_search_index" on "user" using gin (search_latin("search_name") gin_trgm_ops) where is_performer`,
    },
    {
      name: 'user_words_index',
      expression: `create index "user_words_index" on "user" using gin (to_tsvector('simple', search_parted("search_name"))) where is_performer`,
    },
  ],
  triggers: [
    {
      ...{ name: 'user_folds_name', timing: 'before', events: ['insert', 'update'] },
      expression:
        'create trigger user_folds_name before insert or update of "name", "username", "is_performer" on "user" for each row execute function user_fold_name()',
    },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    /** Lower case, confirmed. */
    email: p.string().length(254).unique().nullable(),
    emailVerifiedAt: p.datetime().nullable(),
    /** Lower case. Takes the place of `email` once its owner confirms it. */
    pendingEmail: p.string().length(254).nullable().index(),
    /** Lower case. */
    username: p.string().length(30).unique().nullable(),
    name: p.string().length(60),
    /** Name and username of a creator as searches compare them, which a trigger writes; null for a fan. */
    searchName: p.text().nullable().lazy(),
    bio: p.text().default(''),
    /** E.164. */
    phone: p.string().length(16).nullable(),
    /** Where the owner says to be, for the owner alone. ISO 3166-1 alpha-2. */
    country: p.string().length(2).nullable(),
    /** A name of the reference lists, as is the city. */
    state: p.string().length(100).nullable(),
    city: p.string().length(100).nullable(),
    /** ISO 639. */
    language: p.string().length(3).nullable(),
    avatarFileId: p.uuid().nullable(),
    coverFileId: p.uuid().nullable(),
    /** Argon2id over the password's SHA-256 form, whichever form it came in; see `passwords.ts`. */
    passwordHash: p.text(),
    /** False for an account that a login of another site made: its hash is of no password that anybody knows. */
    hasPassword: p.boolean().default(true),
    isPerformer: p.boolean().default(false),
    /** The account has a part of staff: see `staff/`. */
    isStaff: p.boolean().default(false),
    /** The country of the latest call, ISO 3166-1 alpha-2; null until one is known. */
    countrySeen: p.string().length(2).nullable(),
    status: p.enum(['active', 'suspended', 'deactivated'] as const).default('active'),
    /** Tokens. */
    balance: p.integer().default(0),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

/** A link sent by mail: single use, expiring. Only the SHA-256 of the token is kept. */
export const OneTimeToken = defineEntity({
  name: 'OneTimeToken',
  tableName: 'one_time_token',
  indexes: [{ properties: ['userId', 'purpose'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    purpose: p.enum(['verify-email', 'reset-password', 'log-in', 'undo-email', 'not-me'] as const),
    /** The address that the link was sent to: confirming it confirms this one. */
    email: p.string().length(254),
    tokenHash: p.string().length(64).unique(),
    createdAt: p.datetime().onCreate(() => new Date()),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
    /** The SHA-256 of the id of the attempt that used it, where that had one. */
    usedBy: p.string().length(64).nullable(),
  },
})

export type User = InferEntity<typeof User>
export type OneTimeToken = InferEntity<typeof OneTimeToken>
