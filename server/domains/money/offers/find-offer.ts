import { LockMode } from '@mikro-orm/postgresql'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { blocksBetween, whereOpenTo } from '../../../content/blocks.ts'
import type { Visitor } from '../../../content/blocks.ts'
import { membershipLasts } from '../../../content/counted-time-sql.ts'
import type { Source, Tx } from '../../../infra/database/transaction.ts'
import { User } from '../../people/accounts/entity.ts'
import { foldedCode } from '../coupons/folded-code.ts'
import { PaymentCard } from '../payments/cards/entity.ts'
import { Offer, OfferUse } from './entity.ts'
import { isInAudience, isStillOpen, stateOf } from './policy.ts'
import type { Past } from './policy.ts'

/** A viewer at a moment. */
type Onlooker = Visitor & { now: Date }

/** An offer that can be used, and its creator. `isOwn`: its creator looks at it. */
export type FoundOffer = { offer: Offer; creator: User; isOwn: boolean }

/**
 * The offer behind a code, for a viewer who can use it. A visitor's past is unknown until the login. Refuses as `not-found`
 * with one sentence, whatever the reason, and as `forbidden` visitors of an offer that is not for everybody new.
 */
export async function findOffer(source: Source, code: string, onlooker: Onlooker): Promise<FoundOffer> {
  const offer = await source.em.findOne(Offer, { code: foldedCode(code) })
  return requireOpen(source, offer, onlooker)
}

/** The same for the actor of a transaction, whose use comes next: the row stays locked, so that the last use goes to one. */
export async function lockOffer(tx: Tx, code: string, userId: string): Promise<FoundOffer> {
  const lockMode = LockMode.PESSIMISTIC_WRITE
  const offer = await tx.em.findOne(Offer, { code: foldedCode(code) }, { lockMode, refresh: true })
  const found = await requireOpen(tx, offer, { userId, now: tx.now })
  if (found.isOwn) throw offerEnded()
  return found
}

/** `usedOf`: its creator, for the fan who has used it: the detail `used` names the page of the creator. */
export function offerEnded(usedOf?: User): Refusal {
  const details = usedOf && [{ path: 'used', message: usedOf.username ?? usedOf.id }]
  return new Refusal('not-found', 'This offer has ended.', details)
}

async function requireOpen(source: Source, offer: Offer | null, { now, ...viewer }: Onlooker): Promise<FoundOffer> {
  if (!offer) throw offerEnded()
  const { em } = source
  const { performerId: id } = offer
  const creator = await em.findOne(User, { id, isPerformer: true, status: 'active', ...whereOpenTo(viewer) })
  if (!creator) throw offerEnded()
  const counted = { offerId: offer.id, status: { $ne: 'released' } } as const
  const { userId } = viewer
  const use = userId === null ? null : await em.findOne(OfferUse, { ...counted, userId })
  if (userId !== null && use && !(await isBlocked(em, userId, id)))
    throw offerEnded(use.status === 'confirmed' ? creator : undefined)
  if (stateOf(offer, await em.count(OfferUse, counted), now) !== 'active') throw offerEnded()
  if (userId === null) {
    // A stranger may be none of those whom it is for, and hears neither of its creator nor of its terms.
    if (offer.audience !== 'all' && offer.audience !== 'new')
      throw new Refusal('forbidden', 'Log in to see this offer.')
    return { offer, creator, isOwn: false }
  }
  if (userId === id) return { offer, creator, isOwn: true }
  if (await isBlocked(em, userId, id)) throw offerEnded()
  const past = await pastOf(em, { userId, performerId: id, now })
  if (!isStillOpen(offer.kind, past)) throw offerEnded()
  if (offer.kind === 'discount' && (await awaitsPayment(em, { userId, performerId: id }))) throw offerEnded()
  if (!isInAudience(offer.audience, past, await isOnList(source, offer, { userId, now }))) throw offerEnded()
  if (offer.kind === 'trial' && (await hasCardOfTrial(em, { userId, performerId: id }))) throw offerEnded()
  return { offer, creator, isOwn: false }
}

async function isBlocked(em: SqlEntityManager, userId: string, performerId: string): Promise<boolean> {
  const [row] = await em.execute<{ blocked: boolean }[]>(
    `select ${blocksBetween('one.id', 'other.id')} as blocked
     from (select ?::uuid as id) one, (select ?::uuid as id) other`,
    [userId, performerId],
  )
  return row?.blocked === true
}

/** Tells if the pay page of a first term with a discount is open for a pair: of two such terms, one would be no first term. */
async function awaitsPayment(em: SqlEntityManager, pair: { userId: string; performerId: string }): Promise<boolean> {
  return (await em.count(OfferUse, { ...pair, kind: 'discount', status: 'reserved' })) > 0
}

/** Reads the subscriptions, the trial and the membership of a pair. A subscription that was never paid has not begun. */
export async function pastOf(
  em: SqlEntityManager,
  { userId, performerId, now }: { userId: string; performerId: string; now: Date },
): Promise<Past> {
  const ofPair = 'user_id = pair.fan and performer_id = pair.creator'
  const [past] = await em.execute<Past[]>(
    `select
       exists (select 1 from subscription where ${ofPair} and months > 0) as "hasSubscribed",
       exists (select 1 from subscription where ${ofPair} and months > 0 and ended_at is null) as "isSubscribed",
       exists (select 1 from offer_use where ${ofPair} and kind = 'trial') as "hadTrial",
       exists (select 1 from membership m where ${ofPair} and ${membershipLasts('m', '?::timestamptz')}) as "isMember"
     from (select ?::uuid as fan, ?::uuid as creator) pair`,
    [now, userId, performerId],
  )
  if (!past) throw new Error('the past of a pair has no row')
  return past
}

async function isOnList(
  { app, em }: Source,
  { audience, listId, performerId }: Offer,
  member: { userId: string; now: Date },
): Promise<boolean> {
  if (audience !== 'list' || listId == null) return false
  return app.domains.onFanList(em, { performerId, listId, ...member })
}

/** The fingerprints of the cards that an account has or had, sorted. */
export async function fingerprintsOf(em: SqlEntityManager, userId: string): Promise<string[]> {
  const cards = await em.find(PaymentCard, { userId, fingerprint: { $ne: null } }, { fields: ['fingerprint'] })
  return [...new Set(cards.flatMap(({ fingerprint }) => fingerprint ?? []))].sort()
}

/** Tells if another account with a card of this one has used a trial of the creator. */
async function hasCardOfTrial(
  em: SqlEntityManager,
  { userId, performerId }: { userId: string; performerId: string },
): Promise<boolean> {
  const prints = await fingerprintsOf(em, userId)
  if (prints.length === 0) return false
  const others = await em.find(
    PaymentCard,
    { fingerprint: { $in: prints }, userId: { $ne: userId } },
    { fields: ['userId'] },
  )
  const userIds = [...new Set(others.map((card) => card.userId))]
  return userIds.length > 0 && (await em.count(OfferUse, { performerId, kind: 'trial', userId: { $in: userIds } })) > 0
}
