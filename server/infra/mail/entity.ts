import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** The template that a mail was built from, and its values, each a text or one for every language. */
export type TemplateUse = { key: string; values: Readonly<Record<string, string | { en: string; ar: string }>> }

/** A mail that the app wants sent; written by the transaction that is its reason. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mail',
  indexes: [{ properties: ['createdAt'] }, { properties: ['sentAt', 'nextAttemptAt'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    to: p.string().length(254),
    subject: p.string().length(200),
    /** Empty once it is sent. */
    text: p.text(),
    /** Null once it is sent, since values are links too; also for a mail of which the words never change. */
    template: p.json().$type<TemplateUse>().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    sentAt: p.datetime().nullable(),
    attempts: p.integer().default(0),
    /** Earliest time of the next attempt; also the lease of the process that is at it. */
    nextAttemptAt: p.datetime().onCreate(() => new Date()),
    error: p.text().nullable(),
  },
})

export type Mail = InferEntity<typeof Mail>
