import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { socialProviders } from '@vesper/sync/vesper/api/social-login.ts'
import { v7 } from 'uuid'

/** A login of another site that opens an account. */
export const Identity = defineEntity({
  name: 'Identity',
  tableName: 'identity',
  indexes: [{ properties: ['userId'] }],
  uniques: [{ properties: ['provider', 'subject'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    provider: p.enum(socialProviders),
    /** The provider's own id of the person, which never changes. */
    subject: p.string().length(255),
    userId: p.uuid(),
    /** The address or name that the person had there at the last login; for the owner's eye alone. */
    label: p.string().length(254),
    createdAt: p.datetime().onCreate(() => new Date()),
  },
})

/** A login flow that has been used, until it would have ended anyway. */
export const SpentFlow = defineEntity({
  name: 'SpentFlow',
  tableName: 'spent_flow',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    /** The SHA-256 of the flow's id. */
    idHash: p.string().length(64).primary(),
    expiresAt: p.datetime(),
  },
})

export type Identity = InferEntity<typeof Identity>
