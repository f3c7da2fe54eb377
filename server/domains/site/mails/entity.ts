import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { LANGUAGES } from '@vesper/sync/vesper/records/preferences.ts'

/** The operator's words of a mail in one language. The row stays when the default comes back, since versions only grow. */
export const MailTemplate = defineEntity({
  name: 'MailTemplate',
  tableName: 'mail_template',
  properties: {
    key: p.string().length(40).primary(),
    language: p.enum(LANGUAGES).primary(),
    /** Null for the default words, as is `text`. */
    subject: p.string().length(120).nullable(),
    text: p.text().nullable(),
    version: p.integer().default(1),
    updatedAt: p.datetime(),
    updatedBy: p.uuid().nullable(),
  },
})

export type MailTemplate = InferEntity<typeof MailTemplate>
