import {
  JoinBody,
  JoinOffer,
  JoinParams,
  Offer,
  OfferBody,
  OfferChanges,
  OfferList,
  OfferParams,
  Trial,
  TrialFanList,
  TrialList,
} from '@vesper/sync/vesper/api/offers.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import { endsOf } from '../../people/grants/ends-of.ts'
import { Performer } from '../../people/performers/entity.ts'
import { offerOf } from '../../people/performers/offer.ts'
import { countCouponTry } from '../coupons/count-try.ts'
import { centsOf } from '../money/cents.ts'
import { changeOffer, endOffer, makeOffer, startTrial } from './commands.ts'
import type { Offer as OfferEntity } from './entity.ts'
import { findOffer, offerEnded } from './find-offer.ts'
import { JOIN_LIMITS } from './join-pages.ts'
import { offersOf, offerViews, trialFansOf, trialsOf } from './queries.ts'
import { joinView } from './views.ts'

const tag = 'Offers'

const listRoute = route({
  method: 'GET',
  path: '/performer/offers',
  who: 'performer',
  tag,
  summary: 'The own offers with their figures, those that are over too, the latest first',
  answer: OfferList,
  handle: ({ app, actor }) => offersOf(app.orm.em.fork(), actor.userId, app.clock()),
})

const makeRoute = route({
  method: 'POST',
  path: '/performer/offers',
  who: 'performer',
  limits: [{ points: 60, seconds: 3600, by: 'account' }],
  tag,
  summary: 'Make an offer: free days, or a lower price of a first term; the same `_id` again is the same offer',
  body: OfferBody,
  answer: Offer,
  status: 201,
  async handle({ app, actor, body, foundAgain }) {
    // A code that is in use may be an operator's coupon: nobody guesses those here either.
    await countCouponTry(app, actor.userId)
    const { offer, isNew } = await transact(app, actor, (tx) => makeOffer(tx, body))
    if (!isNew) foundAgain()
    return viewOf(app, offer)
  },
})

const changeRoute = route({
  method: 'PUT',
  path: '/performer/offers/{id}',
  who: 'performer',
  tag,
  summary: 'Change who can use an offer, how often and until when',
  params: OfferParams,
  body: OfferChanges,
  answer: Offer,
  handle: async ({ app, actor, params, body }) =>
    viewOf(app, await transact(app, actor, (tx) => changeOffer(tx, { ...body, ...params }))),
})

const endRoute = route({
  method: 'DELETE',
  path: '/performer/offers/{id}',
  who: 'performer',
  tag,
  summary: 'End an offer; its figures stay, and so does all that began with it',
  params: OfferParams,
  answer: Offer,
  handle: async ({ app, actor, params }) => viewOf(app, await transact(app, actor, (tx) => endOffer(tx, params))),
})

const joinRoute = route({
  method: 'GET',
  path: '/join/{code}',
  who: 'any',
  limits: [...JOIN_LIMITS],
  tag,
  summary: 'An offer as its viewer sees it, with the prices after it; one that the viewer cannot use is not found',
  params: JoinParams,
  answer: JoinOffer,
  async handle({ app, viewer, params }) {
    const em = app.orm.em.fork()
    const found = await findOffer({ app, em }, params.code, { ...viewer, now: app.clock() })
    const sold = offerOf(await em.findOneOrFail(Performer, { userId: found.creator.id }))
    const { tokenValue } = await app.settings.read()
    const view = joinView(found, { sold, tokenCents: Number(centsOf(tokenValue)) })
    if (view.kind === 'discount' && view.prices.length === 0) throw offerEnded()
    return view
  },
})

const startRoute = route({
  method: 'POST',
  path: '/join/{code}',
  who: 'user',
  limits: [{ points: 20, seconds: 3600, by: 'account' }],
  tag,
  summary: 'Start the free days of an offer, once of a creator; nothing is charged, and nothing renews',
  params: JoinParams,
  body: JoinBody,
  answer: Trial,
  status: 201,
  async handle({ app, actor, params, body, foundAgain }) {
    const asked = { ...body, code: params.code }
    const { membership, isNew } = await transact(app, actor, (tx) => startTrial(tx, asked))
    if (!isNew) foundAgain()
    const { id: _id, performerId } = membership
    const em = app.orm.em.fork()
    const creator = await em.findOneOrFail(User, { id: performerId })
    const end = (await endsOf({ em }, [performerId]))(membership)
    return { _id, performer: participantView(creator), accessUntil: end.toISOString() }
  },
})

const trialsRoute = route({
  method: 'GET',
  path: '/trials',
  who: 'user',
  tag,
  summary: 'The account’s trials that last, and those that ended within seven days, the first to end first',
  answer: TrialList,
  handle: ({ app, actor }) => trialsOf(app.orm.em.fork(), actor.userId, app.clock()),
})

const trialFansRoute = route({
  method: 'GET',
  path: '/performer/trials',
  who: 'performer',
  tag,
  summary: 'The fans on a trial that lasts, the first to end first',
  answer: TrialFanList,
  handle: ({ app, actor }) => trialFansOf(app.orm.em.fork(), actor.userId, app.clock()),
})

export const offerRoutes: Route[] = [
  ...[listRoute, makeRoute, changeRoute, endRoute],
  ...[joinRoute, startRoute, trialsRoute, trialFansRoute],
]

async function viewOf(app: App, offer: OfferEntity): Promise<Offer> {
  const [view] = await offerViews(app.orm.em.fork(), [offer], app.clock())
  if (!view) throw new Error('the offer is gone')
  return view
}
