import { requireAccount } from './accounts.ts'
import type { Link } from './accounts.ts'
import type { Page } from './answer-page.ts'
import { addAccountEvent, now } from './events.ts'
import { accountPage, notePage } from './pay-page.ts'
import { readObject, updateObject } from './store.ts'
import type { Store } from './store.ts'

/** The path of the forms of connected accounts, below the address of the site. */
export const FORM_PATH = '/sandbox/account/'

/** Shows the form of a connected account, or follows the button that was pressed there. */
export async function answerAccountForm(
  store: Store,
  { method, path, body }: { method: string; path: string; body: string },
): Promise<Page> {
  const id = path.slice(FORM_PATH.length)
  const form = await readForm(store, id)
  if (!form) return { status: 404, body: notePage('This link has been used', 'Begin again in the app.') }
  const pressed = method === 'POST' ? new URLSearchParams(body).get('answer') : null
  if (!isAnswer(pressed)) return { status: 200, body: accountPage(form.email) }
  await fillIn(store, id, pressed)
  return { status: 303, location: form.returnUrl }
}

function isAnswer(text: string | null): text is FormAnswer {
  return text === 'complete' || text === 'refusing' || text === 'later'
}

/** How somebody answers the form of an account: `refusing` names a bank that sends payouts back. */
type FormAnswer = 'complete' | 'refusing' | 'later'

/** Where a form leads back to; null for a link that does not exist or has been used. */
async function readForm(store: Store, linkId: string): Promise<{ email: string | null; returnUrl: string } | null> {
  const link = await readObject<Link>(store.connection, { id: linkId, kind: 'sandbox_link' })
  if (!link || link.used || link.expires_at < now()) return null
  const account = await requireAccount(store.connection, link.account)
  return { email: account.email, returnUrl: link.return_url }
}

/** Fills the form in; a link works once. */
async function fillIn(store: Store, linkId: string, answer: FormAnswer): Promise<void> {
  await store.transaction(async (connection) => {
    const link = await readObject<Link>(connection, { id: linkId, kind: 'sandbox_link', lock: true })
    if (!link || link.used) return
    await updateObject(connection, { ...link, used: true })
    if (answer === 'later') return
    const account = await requireAccount(connection, link.account, true)
    const metadata = { ...account.metadata, bank: answer === 'refusing' ? 'refuses' : 'pays' }
    const ready = { details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' as const } }
    const object = await updateObject(connection, { ...account, ...ready, metadata })
    await addAccountEvent(connection, 'account.updated', { object, account: account.id })
  })
}
