import { randomUUID } from 'node:crypto'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { PaymentOrder } from '../orders/entity.ts'

/** Presses a button of the pay page, or opens it. */
export async function press(
  { url }: TestServer,
  page: unknown,
  { answer, card = 'works' }: { answer: string | null; card?: string },
): Promise<Response> {
  const { pathname } = new URL(String(page))
  const sent = answer === null ? {} : { method: 'POST', body: new URLSearchParams({ answer, card }) }
  return fetch(url + pathname, { ...sent, redirect: 'manual' })
}

/** Saves one of the sandbox's cards for an account; answers its id. */
export async function saveCard(server: TestServer, { token }: Person, card = 'works'): Promise<string> {
  const { body } = await call(server, 'POST /stripe/cards', { token, body: { _id: randomUUID() } })
  await press(server, body['url'], { answer: 'pay', card })
  const confirmed = { checkoutId: body['checkoutId'] }
  const { body: saved } = await call(server, 'POST /stripe/confirm-registration', { token, body: confirmed })
  return String(saved['_id'])
}

/** Buys tokens on the pay page; answers the order as it stands. */
export async function topUp(server: TestServer, { token }: Person, tokens: number): Promise<PaymentOrder> {
  const _id = randomUUID()
  const body = { _id, tokens, amount: tokens * 5 }
  const { body: order } = await call(server, 'POST /payment/wallet/top-up', { token, body })
  await press(server, order['url'], { answer: 'pay' })
  await call(server, `GET /stripe/confirm-payment?checkoutId=${String(order['checkoutId'])}`, { token })
  return server.app.orm.em.fork().findOneOrFail(PaymentOrder, { id: _id })
}
