import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { PAGE_LOCALES } from '@vesper/sync/vesper/api/pages.ts'
import { v7 } from 'uuid'

/**
 * A text of the site that its operator wrote, in place of the one that comes with Vesper. A draft stands beside the
 * published one until it takes its place.
 */
export const Page = defineEntity({
  name: 'Page',
  tableName: 'page',
  uniques: [{ properties: ['slug', 'locale', 'state'] }],
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => v7()),
    slug: p.string().length(60),
    locale: p.enum(PAGE_LOCALES),
    title: p.string().length(120),
    body: p.text(),
    state: p.enum(['draft', 'published'] as const),
    createdAt: p.datetime().onCreate(() => new Date()),
    updatedAt: p
      .datetime()
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})

export type Page = InferEntity<typeof Page>
