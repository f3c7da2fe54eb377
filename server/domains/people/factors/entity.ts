import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** A key pair of a device or a key ring that opens an account; the server has its public half. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    /** The authenticator's own id of the key, base64url. */
    credentialId: p.string().length(1400).unique(),
    userId: p.uuid(),
    /** COSE, base64url. */
    publicKey: p.text(),
    /** As the authenticator counts its uses; many always say 0. */
    counter: p.bigint('number'),
    /** `multiDevice`: a key ring copies the key to other devices, each with a count of its own. */
    deviceType: p.enum(['singleDevice', 'multiDevice'] as const),
    backedUp: p.boolean(),
    transports: p.json<string[]>(),
    name: p.string().length(60),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
})

/** An authenticator app of an account. It is a factor once a code has confirmed it. */
export const Totp = defineEntity({
  name: 'Totp',
  tableName: 'totp',
  properties: {
    userId: p.uuid().primary(),
    /** Base32, sealed for `totpSeal`. */
    secret: p.text(),
    /** The secret of another app, sealed likewise, which takes the place of a confirmed one with its first code. */
    nextSecret: p.text().nullable(),
    /** The latest 30-second step whose code was used: each is good once. */
    lastStep: p.integer().nullable(),
    createdAt: p.datetime(),
    confirmedAt: p.datetime().nullable(),
  },
})

/** A code that stands in for the second factor once. It has 120 random bits, so its SHA-256 needs no salt. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_code',
  uniques: [{ properties: ['userId', 'hash'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    hash: p.string().length(64),
    createdAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
})

/** A question that the server has asked and that one answer may use up, within minutes. */
export const Challenge = defineEntity({
  name: 'Challenge',
  tableName: 'challenge',
  indexes: [{ properties: ['userId'] }, { properties: ['expiresAt'] }],
  properties: {
    /** Random: to know it is to have passed the first factor. */
    id: p.uuid().primary(),
    /** Null for a login with a passkey, which says whose it is. */
    userId: p.uuid().nullable(),
    sessionId: p.uuid().nullable(),
    purpose: p.enum(['login', 'add', 'step-up', 'second-factor'] as const),
    /** The random bytes that a passkey signs, base64url; for a second factor, the login that waits for it. */
    value: p.text(),
    tries: p.integer().default(0),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
})

export type Passkey = InferEntity<typeof Passkey>
export type Totp = InferEntity<typeof Totp>
export type RecoveryCode = InferEntity<typeof RecoveryCode>
export type Challenge = InferEntity<typeof Challenge>
