import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { TipMenu as TipMenuView } from '@vesper/sync/vesper/api/tip-menu.ts'

/** The menu of tips of a creator, and the goal that tips are given for since `goalSetAt`. */
export const TipMenu = defineEntity({
  name: 'TipMenu',
  tableName: 'tip_menu',
  properties: {
    performerId: p.uuid().primary(),
    /** Raised by each change. */
    version: p.integer(),
    items: p.json<TipMenuView['items']>(),
    goalId: p.uuid().nullable(),
    goalTitle: p.string().length(120).nullable(),
    goalTokens: p.integer().nullable(),
    goalSetAt: p.datetime().nullable(),
    updatedAt: p.datetime(),
  },
})

export type TipMenu = InferEntity<typeof TipMenu>
