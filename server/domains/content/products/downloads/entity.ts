import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { v7 } from 'uuid'

/** An account got links to the files of a product: for the count of a day, and to be looked up afterwards. */
export const DownloadRequest = defineEntity({
  name: 'DownloadRequest',
  tableName: 'download_request',
  indexes: [{ properties: ['userId', 'productId', 'at'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    userId: p.uuid(),
    productId: p.uuid(),
    at: p.datetime(),
  },
})

export type DownloadRequest = InferEntity<typeof DownloadRequest>
