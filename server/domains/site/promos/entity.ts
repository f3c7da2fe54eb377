import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { PROMO_AUDIENCES, PROMO_POSITIONS } from '@vesper/sync/vesper/api/promos.ts'
import { v7 } from 'uuid'

/** An announcement of the site. */
export const Promo = defineEntity({
  name: 'Promo',
  tableName: 'promo',
  indexes: [{ properties: ['position', 'place'], name: 'promo_active_index', where: `state = 'active'` }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    title: p.string().length(80),
    text: p.text().default(''),
    /** A public file. */
    pictureFileId: p.uuid().nullable(),
    link: p.string().length(500).nullable(),
    position: p.enum(PROMO_POSITIONS).default('home'),
    audience: p.enum(PROMO_AUDIENCES).default('everybody'),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
    state: p.enum(['draft', 'active', 'ended'] as const).default('draft'),
    /** The highest place is shown first. */
    place: p.integer().default(0),
    /** Rises with each change of staff or operators. */
    version: p.integer().default(1),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Promo = InferEntity<typeof Promo>
