import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { PageLocale } from '@vesper/sync/vesper/api/pages.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Page } from './entity.ts'
import { parsePage } from './parse-page.ts'

type Name = { slug: string; locale: PageLocale }

/** Keeps a text as the draft of a page, in place of an earlier draft. */
export async function setPage({ em }: Tx, { slug, locale }: Name, text: string): Promise<void> {
  const written = parsePage(text)
  const draft = await em.findOne(Page, { slug, locale, state: 'draft' })
  if (draft) em.assign(draft, written)
  else em.create(Page, { slug, locale, ...written, state: 'draft' })
}

/** Publishes the draft of a page in place of the published one. Refuses as `not-found` a page without a draft. */
export async function publishPage({ em, flush }: Tx, { slug, locale }: Name): Promise<void> {
  const draft = await em.findOne(Page, { slug, locale, state: 'draft' })
  if (!draft) throw new Refusal('not-found', 'This page has no draft.')
  const published = await em.findOne(Page, { slug, locale, state: 'published' })
  if (published) {
    em.remove(published)
    await flush()
  }
  draft.state = 'published'
}

/** Withdraws the published text of a page: the one that comes with Vesper is shown again, if there is one. */
export async function withdrawPage({ em }: Tx, { slug, locale }: Name): Promise<void> {
  const published = await em.findOne(Page, { slug, locale, state: 'published' })
  if (!published) throw new Refusal('not-found', 'You have not published this page.')
  em.remove(published)
}
