import { defineEntity, p } from '@mikro-orm/core'
import { viewSources } from '@vesper/sync/vesper/api/view-sources.ts'

/**
 * The views of one thing on one day (UTC), by the place where it was seen. It counts views and names no viewer. Written past
 * the change feed, as `ContentTotal` is.
 */
export const ViewDay = defineEntity({
  name: 'ViewDay',
  tableName: 'view_day',
  properties: {
    objectId: p.uuid().primary(),
    day: p.date().primary(),
    source: p.enum(viewSources).primary(),
    views: p.integer().default(0),
    /** Views by those for whom it was locked at a price; `views` has none of them. */
    looks: p.integer().default(0),
  },
})
