import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import {
  AddCardBody,
  CardList,
  CardRemoved,
  CardSetupAnswer,
  ConfirmCardBody,
  Card,
} from '@vesper/sync/vesper/api/cards.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import { addCard } from './add.ts'
import { makeDefault, removeCard } from './commands.ts'
import { confirmCardSetup } from './confirm.ts'
import { PaymentCard } from './entity.ts'
import { cardViews, ownCards } from './queries.ts'
import { noCard } from './usable-card.ts'

const tag = 'Cards'
const params = v.object({ id: v.pipe(uuid, v.toLowerCase()) })

const addRoute = route({
  method: 'POST',
  path: '/stripe/cards',
  who: 'user',
  limits: [{ points: 10, seconds: 300, by: 'account' }],
  tag,
  summary:
    'Begin to save a card; answers with the address of the page that asks for it. The same `_id` again is the same card',
  body: AddCardBody,
  answer: CardSetupAnswer,
  async handle({ app, actor, body }) {
    const { id, checkoutId, url, status } = await addCard(app, actor, body._id)
    return { _id: id, checkoutId: checkoutId ?? '', url: status === 'open' ? (url ?? '') : '' }
  },
})

const confirmRoute = route({
  method: 'POST',
  path: '/stripe/confirm-registration',
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag,
  summary: 'The card of a page that its owner came back from, asked at the provider',
  body: ConfirmCardBody,
  answer: Card,
  async handle({ app, actor, body: { checkoutId } }) {
    const own = await app.orm.em.fork().findOne(PaymentCard, { checkoutId, userId: actor.userId })
    if (!own) throw noCard()
    const card = (await confirmCardSetup(app, checkoutId)) ?? own
    if (card.status === 'open') throw new Refusal('conflict', 'This card is not confirmed yet.')
    const [view] = await cardViews(app, app.orm.em.fork(), [card])
    if (!view || card.status === 'removed') throw noCard()
    return view
  },
})

const listRoute = route({
  method: 'GET',
  path: '/payment-cards',
  who: 'user',
  tag,
  summary: 'The account’s saved cards, the default first, and what each pays again and again',
  answer: CardList,
  async handle({ app, actor }) {
    const em = app.orm.em.fork()
    const data = await cardViews(app, em, await ownCards(em, actor.userId))
    return { data, total: data.length }
  },
})

const removeRoute = route({
  method: 'DELETE',
  path: '/payment-cards/{id}',
  who: 'owner',
  tag,
  summary: 'Remove a saved card; answers with the subscriptions that it does not renew any more',
  params,
  answer: CardRemoved,
  async handle({ app, actor, params: { id } }) {
    const em = app.orm.em.fork()
    const card = await em.findOne(PaymentCard, { id, userId: actor.userId })
    const uses = card ? ((await cardViews(app, em, [card]))[0]?.subscriptions ?? []) : []
    await transact(app, actor, (tx) => removeCard(tx, id))
    return { success: true as const, subscriptions: uses.map(({ _id }) => _id) }
  },
})

const defaultRoute = route({
  method: 'PUT',
  path: '/payment-cards/{id}/default',
  who: 'owner',
  tag,
  summary: 'Choose the card that is offered first',
  params,
  answer: Done,
  async handle({ app, actor, params: { id } }) {
    await transact(app, actor, (tx) => makeDefault(tx, id))
    return { success: true as const }
  },
})

export const cardRoutes: Route[] = [addRoute, confirmRoute, listRoute, removeRoute, defaultRoute]
