import { testCards } from './cards.ts'
import type { TestCard } from './cards.ts'
import { answerSession, itemsOf, readSession } from './checkout.ts'
import { openDispute } from './disputes.ts'
import { GatewayError } from './gateway-error.ts'
import { authenticationPage, notePage, payPage } from './pay-page.ts'
import type { Store } from './store.ts'

/** The path of the pay page, below the address of the site. */
export const PAY_PATH = '/sandbox/pay/'

/** An answer of the pay page. */
export type Page = { status: number; body: string } | { status: 303; location: string }

/** Shows the pay page of a checkout, or follows the button that was pressed there. */
export async function answerPage(
  store: Store,
  { method, path, body }: { method: string; path: string; body: string },
): Promise<Page> {
  const id = path.startsWith(PAY_PATH) ? path.slice(PAY_PATH.length) : ''
  const session = await readSession(store, id).catch((error: unknown) => {
    if (error instanceof GatewayError && error.status === 404) return null
    throw error
  })
  if (!session) return { status: 404, body: notePage('There is no such payment', 'The link may be incomplete.') }
  if (session.status === 'expired')
    return { status: 200, body: notePage('This payment has expired', 'Nothing was charged. Begin again in the app.') }
  const success = (session.success_url ?? '').replace('{CHECKOUT_SESSION_ID}', id)
  if (session.status === 'complete') return { status: 303, location: success }
  const form = new URLSearchParams(method === 'POST' ? body : '')
  const pressed = form.get('answer')
  const card = cardNamed(form.get('card'))
  if (pressed === null) return { status: 200, body: payPage({ session, items: await itemsOf(store, id) }) }
  if (pressed === 'authenticate') return { status: 200, body: authenticationPage(card) }
  if (pressed === 'cancel') return { status: 303, location: session.cancel_url ?? success }
  if (pressed === 'pay' || pressed === 'confirm' || pressed === 'close' || pressed === 'dispute') {
    const { payment_intent: paid } = await answerSession(store, id, { pressed: 'pay', card })
    if (pressed === 'dispute' && typeof paid === 'string') await openDispute(store, { paymentId: paid })
    const done = notePage(session.mode === 'setup' ? 'Saved' : 'Paid', 'You can close this page.')
    return pressed === 'close' ? { status: 200, body: done } : { status: 303, location: success }
  }
  const declined = await answerSession(store, id, { pressed: 'decline', card })
  return { status: 200, body: payPage({ session: declined, items: await itemsOf(store, id), isDeclined: true }) }
}

function cardNamed(name: string | null): TestCard {
  return name !== null && Object.hasOwn(testCards, name) ? (name as TestCard) : 'works'
}
