import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { NEW_PAGE } from '@vesper/sync/vesper/api/desk-pages.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import { lock } from '../../../../infra/database/lock.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { publishPage, setPage } from '../commands.ts'
import { Page } from '../entity.ts'
import { pageId, pageState, versionOf } from '../page-state.ts'
import type { PageName, PageState } from '../page-state.ts'
import type { PageText } from '../parse-page.ts'

/** Texts of the operator: each visitor of the list of pages reads all of them. */
const OWN_MAX = 200

type Seen = { name: PageName; version: string }

/**
 * Keeps a text as the draft of a page, or publishes it. The text that stands so already changes nothing. Refuses as `conflict`
 * where another person has changed the page since `version`, and where a new page exists or would be one too many.
 */
export async function savePage(
  tx: Tx,
  { name, version, text, isPublished }: Seen & { text: PageText; isPublished: boolean },
): Promise<void> {
  await lock(tx, 'pages', '')
  const page = await pageState(tx.em, name)
  const { draft, published } = page
  if (isSame(isPublished ? published : (draft ?? published), text) && (!isPublished || !draft)) return
  if (version === NEW_PAGE && versionOf(page) !== NEW_PAGE)
    throw new Refusal('conflict', 'A page with this address exists in this language. Edit that one.')
  requireSeen(page, version)
  if (!draft && !published && (await tx.em.count(Page)) >= OWN_MAX)
    throw new Refusal('conflict', 'The site has as many pages as it can have. Delete one first.')
  await setPage(tx, name, text)
  if (!isPublished) return
  await tx.flush()
  await publishPage(tx, name)
}

/** Deletes a page. Refuses as `conflict` one that comes with Vesper, since other pages lead to it. */
export async function deletePage(tx: Tx, { name, version }: Seen): Promise<void> {
  await lock(tx, 'pages', '')
  const page = await pageState(tx.em, name)
  if (page.builtIn)
    throw new Refusal('conflict', 'This page cannot be deleted: other pages lead to it. Edit it instead.')
  if (!page.draft && !page.published) throw new Refusal('not-found', 'There is no such page.')
  requireSeen(page, version)
  removeTexts(tx, page)
  audit(tx, { action: 'page.delete', subjectId: pageId(name), before: idsOf(page) })
}

/** Shows the text that comes with Vesper again, without the texts of the operator. Where it stands already, nothing changes. */
export async function restorePage(tx: Tx, { name, version }: Seen): Promise<void> {
  await lock(tx, 'pages', '')
  const page = await pageState(tx.em, name)
  if (!page.builtIn) throw new Refusal('not-found', 'This page has no built-in text.')
  if (!page.draft && !page.published) return
  requireSeen(page, version)
  removeTexts(tx, page)
  audit(tx, { action: 'page.restore', subjectId: pageId(name), before: idsOf(page) })
}

/** Leaves what visitors see, without the draft beside it. Without a draft nothing changes. Refuses as `conflict` a draft that stands alone. */
export async function discardDraft(tx: Tx, { name, version }: Seen): Promise<void> {
  await lock(tx, 'pages', '')
  const page = await pageState(tx.em, name)
  const { draft, published, builtIn } = page
  if (!draft && !published && !builtIn) throw new Refusal('not-found', 'There is no such page.')
  if (!draft) return
  if (!published && !builtIn) throw new Refusal('conflict', 'This page is a draft alone. Delete the page instead.')
  requireSeen(page, version)
  tx.em.remove(draft)
  audit(tx, { action: 'page.discard', subjectId: pageId(name), before: { draft: draft.id } })
}

function requireSeen(page: PageState, version: string): void {
  const now = versionOf(page)
  if (now === version) return
  throw new Refusal('conflict', 'Another person has changed this page. Look again.', [
    { path: 'version', message: now },
  ])
}

function removeTexts({ em }: Tx, { draft, published }: PageState): void {
  for (const row of [draft, published]) if (row) em.remove(row)
}

function idsOf({ draft, published }: PageState) {
  return { draft: draft?.id ?? null, published: published?.id ?? null }
}

function isSame(row: PageText | null, { title, body }: PageText): boolean {
  return row?.title === title && row.body === body
}
