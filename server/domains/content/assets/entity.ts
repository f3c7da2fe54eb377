import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** Assets of lists for everybody. Photos of galleries are listed with their gallery. */
const LISTED = `status = 'active' and gallery_id is null`

function titleIndex(name: string, before: readonly string[]): string {
  const columns = before.map((column) => `"${column}"`).join(', ')
  return `create index "${name}" on "asset" (${columns}, lower("title"), "id") where ${LISTED}`
}

/**
 * A gallery, a photo, a video or a product. `id` is made by its author. A removed one stays as a row, so that the id is not
 * used again, and so that carts can name what they held.
 */
export const Asset = defineEntity({
  name: 'Asset',
  tableName: 'asset',
  uniques: [{ properties: ['kind', 'slug'] }],
  checks: [{ name: 'asset_stock_check', expression: 'stock >= 0' }],
  indexes: [
    { properties: ['performerId', 'kind', 'updatedAt'] },
    // The lists of staff: all of a kind, and those that they have hidden.
    { properties: ['kind', 'createdAt', 'id'] },
    { properties: ['kind', 'createdAt', 'id'], name: 'asset_hidden_index', where: `status = 'hidden'` },
    { properties: ['kind', 'publishedAt', 'id'], name: 'asset_newest_index', where: LISTED },
    { properties: ['kind', 'popularity', 'id'], name: 'asset_popular_index', where: LISTED },
    ...(['updatedAt', 'createdAt', 'price'] as const).map((sorted) => ({
      properties: ['kind' as const, sorted, 'id' as const],
      name: `asset_listed_${sorted}_index`.toLowerCase(),
      where: LISTED,
    })),
    { name: 'asset_title_index', expression: titleIndex('asset_title_index', ['kind']) },
    { properties: ['performerId', 'kind', 'publishedAt', 'id'], name: 'asset_shown_index', where: LISTED },
    { properties: ['performerId', 'kind', 'popularity', 'id'], name: 'asset_own_popular_index', where: LISTED },
    { name: 'asset_own_title_index', expression: titleIndex('asset_own_title_index', ['performer_id', 'kind']) },
    { properties: ['galleryId', 'position'], name: 'asset_gallery_index', where: 'gallery_id is not null' },
    { properties: ['tags'], type: 'gin' },
    {
      name: 'asset_search_index',
      expression: `create index "asset_search_index" on "asset" using gin (search_grams(search_joined("title", "tags")) gin_trgm_ops) where ${LISTED}`,
    },
    {
      name: 'asset_words_index',
      expression: `create index "asset_words_index" on "asset" using gin (to_tsvector('simple', search_words(search_joined("title", "tags")))) where ${LISTED}`,
    },
  ],
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(['gallery', 'photo', 'video', 'product'] as const),
    performerId: p.uuid(),
    title: p.string().length(120),
    slug: p.string().length(120),
    description: p.text().default(''),
    access: p.enum(['public', 'followers', 'subscribers', 'paid'] as const).default('public'),
    /** Tokens, as its author typed them: see `dueOf`. */
    price: p.integer().default(0),
    status: p.enum(['draft', 'active', 'archived', 'hidden', 'removed'] as const).default('draft'),
    tags: p.array().default([]),
    /** The public picture of a gallery or a product. */
    coverFileId: p.uuid().nullable(),
    /** The photo of a gallery that its cover was made of. */
    coverPhotoId: p.uuid().nullable(),
    /** The gallery of a photo, for as long as the photo exists. */
    galleryId: p.uuid().nullable(),
    /** The place of a photo in its gallery, from 0, without gaps. Written past the change feed. */
    position: p.integer().nullable(),
    /** Other creators in a gallery or a video. */
    participantIds: p.array().default([]),
    /** For products only, as the next two are. */
    type: p.enum(['physical', 'digital'] as const).nullable(),
    /** How many are left; null where there is no end of them. Sales and edits subtract and add under the lock of the row. */
    stock: p.integer().nullable(),
    limitPerBuyer: p.integer().nullable(),
    /** The countries that it is sent to; empty for all. */
    shipsTo: p.array().default([]),
    /** Tokens that sending adds to an order. */
    shippingPrice: p.integer().default(0),
    /** Orders lists by `popular`; renewed by a job, past the change feed. */
    popularity: p.integer().default(0),
    /** When it first became active. */
    publishedAt: p.datetime().nullable(),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Asset = InferEntity<typeof Asset>
