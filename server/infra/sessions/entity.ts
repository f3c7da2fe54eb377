import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** The proofs by which a session steps up. `login`: the login itself, of an account that has no other proof. */
export const stepUpProofs = ['password', 'code', 'recoveryCode', 'passkey', 'login'] as const
export type StepUpProof = (typeof stepUpProofs)[number]

/** A login of one browser or client; its id is the token's `sid`. Revoking the row ends the session. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  indexes: [{ properties: ['userId'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    userAgent: p.string().length(300).default(''),
    /** As the owner calls the device; empty until they do. */
    name: p.string().length(60).default(''),
    /** The number of the browser's cookie (`known-devices.ts`): several sessions of one browser have the same. */
    deviceId: p.uuid().nullable(),
    remember: p.boolean(),
    createdAt: p.datetime().onCreate(() => new Date()),
    lastSeenAt: p.datetime().onCreate(() => new Date()),
    /** Its last moment, or an earlier one where it is not used until then. */
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
    /** The generation of the tokens that hold. A token of a later one raises it by its first use, and ends the former. */
    generation: p.integer().default(0),
    /** The latest generation that a step-up has issued a token of. */
    issuedGeneration: p.integer().default(0),
    /** The end of the time in which tokens of this generation do what asks for a step-up, and the proof. */
    elevatedUntil: p.datetime().nullable(),
    elevatedBy: p.enum(stepUpProofs).nullable(),
    /** The latest call of the desk, and when the desk has to be entered again. */
    deskSeenAt: p.datetime().nullable(),
    deskUntil: p.datetime().nullable(),
    /** `limited`: a suspended account reads its decisions and appeals, and little else. */
    scope: p.enum(['full', 'limited'] as const).default('full'),
    /** The owner has ended the session with the data of its device, which removes them at its next contact. */
    wipe: p.enum(['none', 'asked', 'done'] as const).default('none'),
    wipedAt: p.datetime().nullable(),
    /** The key of JWT_SECRET that signs its tokens, 8 characters; null where an earlier version signed them. */
    keyId: p.string().length(8).nullable(),
  },
})

export type Session = InferEntity<typeof Session>
