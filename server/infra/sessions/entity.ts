import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

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
    remember: p.boolean(),
    createdAt: p.datetime().onCreate(() => new Date()),
    lastSeenAt: p.datetime().onCreate(() => new Date()),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})

export type Session = InferEntity<typeof Session>
