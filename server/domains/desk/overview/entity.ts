import { defineEntity, p } from '@mikro-orm/core'
import { overviewFigures } from '@vesper/sync/vesper/api/desk-overview.ts'

/** A figure of the whole site on one day, in UTC. */
export const SiteDay = defineEntity({
  name: 'SiteDay',
  tableName: 'site_day',
  properties: {
    day: p.date().primary(),
    key: p.enum(overviewFigures).primary(),
    value: p.bigint('number'),
    updatedAt: p.datetime(),
  },
})
