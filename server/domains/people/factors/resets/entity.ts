import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** The wish of somebody who knows the first factor alone, and has lost each second one, to be rid of them. */
export const FactorReset = defineEntity({
  name: 'FactorReset',
  tableName: 'factor_reset',
  indexes: [
    {
      name: 'factor_reset_waiting',
      expression: `create unique index "factor_reset_waiting" on "factor_reset" ("user_id") where "state" = 'waiting'`,
    },
    { properties: ['userId', 'askedAt'] },
  ],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    /** `stopped`: by the owner, by a factor that was there after all, or by another password. */
    state: p.enum(['waiting', 'stopped', 'done'] as const),
    /** Tells of the password that was proven: another one ends the wish. */
    password: p.string().length(64),
    askedAt: p.datetime(),
    dueAt: p.datetime(),
    /** Mails that have told the owner, of three. */
    mails: p.integer().default(1),
    endedAt: p.datetime().nullable(),
  },
})

export type FactorReset = InferEntity<typeof FactorReset>
