import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Page } from './entity.ts'
import { pageId } from './page-state.ts'
import type { PageName } from './page-state.ts'
import type { PageText } from './parse-page.ts'

/** Keeps a text as the draft of a page, in place of an earlier draft. */
export async function setPage(tx: Tx, name: PageName, written: PageText): Promise<void> {
  await lock(tx, 'pages', '')
  const draft = await tx.em.findOne(Page, { ...name, state: 'draft' })
  if (draft) tx.em.assign(draft, written)
  else tx.em.create(Page, { ...name, ...written, state: 'draft' })
  audit(tx, { action: 'page.draft', subjectId: pageId(name) })
}

/** Publishes the draft of a page in place of the published one. Refuses as `not-found` a page without a draft. */
export async function publishPage(tx: Tx, name: PageName): Promise<void> {
  await lock(tx, 'pages', '')
  const draft = await tx.em.findOne(Page, { ...name, state: 'draft' })
  if (!draft) throw new Refusal('not-found', 'This page has no draft.')
  const published = await tx.em.findOne(Page, { ...name, state: 'published' })
  if (published) {
    tx.em.remove(published)
    await tx.flush()
  }
  draft.state = 'published'
  audit(tx, { action: 'page.publish', subjectId: pageId(name), before: published?.id ?? null, after: draft.id })
}

/** Withdraws the published text of a page: the one that comes with Vesper is shown again, if there is one. */
export async function withdrawPage(tx: Tx, name: PageName): Promise<void> {
  await lock(tx, 'pages', '')
  const published = await tx.em.findOne(Page, { ...name, state: 'published' })
  if (!published) throw new Refusal('not-found', 'You have not published this page.')
  tx.em.remove(published)
  audit(tx, { action: 'page.withdraw', subjectId: pageId(name), before: published.id })
}
