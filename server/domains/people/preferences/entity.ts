import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { NoticeKind } from '@vesper/sync/vesper/records/notification.ts'
import { LANGUAGES, THEMES } from '@vesper/sync/vesper/records/preferences.ts'

/** How an account wants the app to be; made with its first choice. */
export const Preferences = defineEntity({
  name: 'Preferences',
  tableName: 'preferences',
  properties: {
    userId: p.uuid().primary(),
    theme: p.enum(THEMES).nullable(),
    language: p.enum(LANGUAGES).nullable(),
    reducedData: p.boolean().nullable(),
    /** Kinds of notifications that the account wants none of. */
    muted: p.array().$type<NoticeKind[]>().default([]),
    updatedAt: p.datetime(),
  },
})

export type Preferences = InferEntity<typeof Preferences>
