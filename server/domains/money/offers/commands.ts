import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { OFFERS_MAX } from '@vesper/sync/vesper/api/offers.ts'
import type { OfferBody, OfferChanges } from '@vesper/sync/vesper/api/offers.ts'
import { requireForSale } from '../../../content/require-for-sale.ts'
import { requireUnrestricted } from '../../../content/require-unrestricted.ts'
import { lock } from '../../../infra/database/lock.ts'
import { requireActor, requireCreator } from '../../../infra/database/require-actor.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { notify } from '../../notify/notifications/notify.ts'
import { followCreator } from '../../people/follows/follow-creator.ts'
import { setMembership } from '../../people/grants/commands.ts'
import { Membership } from '../../people/grants/entity.ts'
import { Coupon } from '../coupons/entity.ts'
import { foldedCode } from '../coupons/folded-code.ts'
import { Offer, OfferUse } from './entity.ts'
import { fingerprintsOf, lockOffer, offerEnded } from './find-offer.ts'

const DAY_MS = 86_400_000
const CREATORS_ONLY = 'Only creators have offers.'

/**
 * Makes an offer of the acting creator; the same `_id` again is the same one. Refuses as `forbidden` fans, who is
 * kept from selling and one offer too many, as `invalid` a code, an end or an audience that cannot be, as `conflict` a code that is in use.
 */
export async function makeOffer(tx: Tx, body: OfferBody): Promise<{ offer: Offer; isNew: boolean }> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'offers', performerId)
  const known = await tx.em.findOne(Offer, { id: body._id })
  if (known?.performerId === performerId) return { offer: known, isNew: false }
  if (known) throw new Refusal('conflict', 'This was used for something else.')
  await requireUnrestricted(tx, performerId, 'sell')
  if ((await tx.em.count(Offer, { performerId, isActive: true })) >= OFFERS_MAX)
    throw new Refusal('forbidden', `You have ${OFFERS_MAX} offers, the limit. End one first.`)
  const code = foldedCode(body.code)
  if (!/^[A-Z0-9-]{4,40}$/.test(code)) throw invalid('code', 'A code has 4 to 40 letters, digits and hyphens.')
  // Under a lock of the code, two creators at once do not both find it free.
  await lock(tx, 'offer-code', code)
  if ((await tx.em.count(Offer, { code })) + (await tx.em.count(Coupon, { code })) > 0)
    throw new Refusal('conflict', 'This code is in use. Choose another one.', [
      { path: 'code', message: 'This code is in use. Choose another one.' },
    ])
  const promise =
    body.kind === 'trial'
      ? { days: body.days, percent: null, terms: [] }
      : { days: null, percent: body.percent, terms: body.terms }
  const offer = tx.em.create(Offer, {
    ...{ id: body._id, performerId, code, kind: body.kind, ...promise, ...changesOf(tx, body) },
    ...{ createdAt: tx.now, updatedAt: tx.now },
  })
  await tx.flush()
  return { offer, isNew: true }
}

/** Changes who can use an offer, how often and until when. Refuses as `not-found` another creator's, as `invalid` as above. */
export async function changeOffer(tx: Tx, { id, ...changes }: OfferChanges & { id: string }): Promise<Offer> {
  const offer = await ownOffer(tx, id)
  if (!offer.isActive) throw new Refusal('conflict', 'This offer has ended. Make a new one.')
  Object.assign(offer, changesOf(tx, changes), { updatedAt: tx.now })
  await tx.flush()
  return offer
}

/** Ends an offer; ending it twice is ending it. Trials and first terms that began with it stay. */
export async function endOffer(tx: Tx, { id }: { id: string }): Promise<Offer> {
  const offer = await ownOffer(tx, id)
  if (offer.isActive) Object.assign(offer, { isActive: false, updatedAt: tx.now })
  await tx.flush()
  return offer
}

/**
 * Starts the trial of an offer for the actor, which makes a member without a payment: no subscription begins, and nothing
 * renews. The later end stands beside another membership. `fanJoined` hears of it as of a subscription. The same `_id` again is the same trial. Refuses as `not-found`
 * with one sentence, whatever the reason, as `conflict` a discount.
 */
export async function startTrial(
  tx: Tx,
  { _id: id, code }: { _id: string; code: string },
): Promise<{ membership: Membership; isNew: boolean }> {
  const { userId } = requireActor(tx)
  await lock(tx, 'subscription', userId)
  const known = await tx.em.findOne(OfferUse, { id })
  if (known) return { membership: await knownTrial(tx, known, code), isNew: false }
  // Two accounts with one card at once: the second one finds the trial of the first.
  for (const print of await fingerprintsOf(tx.em, userId)) await lock(tx, 'trial-card', print)
  const { offer } = await lockOffer(tx, code, userId)
  const { performerId, days } = offer
  await requireForSale(tx, performerId)
  if (days == null) throw new Refusal('conflict', 'This offer lowers a price. Subscribe with its code.')
  const use = { id, offerId: offer.id, performerId, userId, kind: 'trial', status: 'confirmed' } as const
  tx.em.create(OfferUse, { ...use, price: 0, chargeId: null, createdAt: tx.now })
  await tx.em.flush()
  const accessUntil = new Date(tx.now.getTime() + days * DAY_MS)
  const membership = await setMembership(tx, { userId, performerId, kind: 'trial', accessUntil })
  await followCreator(tx, { userId, performerId })
  const object = { type: 'performer', id: performerId } as const
  await notify(tx, { userId: performerId, kind: 'subscription', actorId: userId, object, event: 'subscribed' })
  // It is the only trial of the pair: one who comes back has subscribed before.
  const how = (await hasSubscribed(tx, { userId, performerId })) ? 'return' : 'subscribe'
  await tx.app.domains.fanJoined(tx, { fanId: userId, performerId, how })
  return { membership, isNew: true }
}

async function hasSubscribed(tx: Tx, { userId, performerId }: { userId: string; performerId: string }) {
  const found = await tx.em.execute<object[]>(
    'select from subscription where user_id = ? and performer_id = ? and months > 0 limit 1',
    [userId, performerId],
  )
  return found.length > 0
}

async function knownTrial(tx: Tx, use: OfferUse, code: string): Promise<Membership> {
  const { userId } = requireActor(tx)
  const offer = await tx.em.findOne(Offer, { id: use.offerId, code: foldedCode(code) })
  if (!offer || use.userId !== userId || use.kind !== 'trial') throw offerEnded()
  const { performerId } = use
  return tx.em.findOneOrFail(Membership, { userId, performerId })
}

async function ownOffer(tx: Tx, id: string): Promise<Offer> {
  const performerId = requireCreator(tx, CREATORS_ONLY)
  await lock(tx, 'offers', performerId)
  const offer = await tx.em.findOne(Offer, { id, performerId })
  if (!offer) throw new Refusal('not-found', 'There is no such offer.')
  return offer
}

function changesOf(tx: Tx, { usesMax, endsAt, audience, listId }: OfferChanges) {
  const end = endsAt === null ? null : new Date(endsAt)
  if (end !== null && end <= tx.now) throw invalid('endsAt', 'Choose an end in the future.')
  if (audience === 'list' && listId === null) throw invalid('listId', 'Choose a list.')
  return { usesMax, endsAt: end, audience, listId: audience === 'list' ? listId : null }
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid', message, [{ path, message }])
}
