import { raw } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Participant } from '@vesper/sync/vesper/records/conversation.ts'
import { blocksAccount, whereOpenTo } from '../../../content/blocks.ts'
import { entityTotal } from '../../../infra/http/list.ts'
import { User } from '../../people/accounts/entity.ts'
import { participantView } from '../../people/accounts/views.ts'
import { endsOf } from '../../people/grants/ends-of.ts'
import { Membership } from '../../people/grants/entity.ts'
import { whereLasting } from '../../people/grants/where-lasting.ts'
import { Offer } from './entity.ts'
import { offerView } from './views.ts'

/** `earned` is in 1/10,000 of the currency. */
export type Figures = { offerId: string; uses: number; started: number; subscribedAfter: number; earned: number }

const LISTED_MAX = 500

/** All offers of a creator with their figures, the latest first. */
export async function offersOf(em: EntityManager, performerId: string, now: Date) {
  const options = { orderBy: { createdAt: 'desc', id: 'desc' }, limit: LISTED_MAX } as const
  const offers = await em.find(Offer, { performerId }, options)
  return { data: await offerViews(em, offers, now), total: await em.count(Offer, { performerId }) }
}

/** These offers of one creator for their creator. */
export async function offerViews(em: EntityManager, offers: readonly Offer[], now: Date) {
  const [first] = offers
  const figures = first ? await figuresOf(em, first.performerId) : []
  const byOffer = new Map(figures.map((one) => [one.offerId, one]))
  return offers.map((offer) => offerView(offer, { figures: byOffer.get(offer.id), now }))
}

/**
 * The figures of a creator's offers, out of the charges. A charge counts for the latest use of its fan before it, so that
 * the offers together have earned no more than the creator.
 */
async function figuresOf(em: EntityManager, performerId: string): Promise<Figures[]> {
  const rows = await em.execute<(Omit<Figures, 'earned'> & { earned: string })[]>(
    `with used as (
       select u.id, u.offer_id, u.user_id, u.kind, u.status, u.created_at,
         lead(u.created_at) over (partition by u.user_id order by u.created_at, u.id) as until
       from offer_use u where u.performer_id = ? and u.status <> 'released'
     ), paid as (
       select used.id, count(c.id) filter (where c.status = 'done') as terms,
         coalesce(sum(c.share - c.refunded_share), 0) as earned
       from used left join charge c on c.performer_id = ? and c.fan_id = used.user_id and c.type = 'subscription'
         and c.created_at >= used.created_at and (used.until is null or c.created_at < used.until)
       group by used.id
     )
     select used.offer_id as "offerId", count(*)::int as uses,
       count(*) filter (where used.status = 'confirmed')::int as started,
       count(*) filter (where paid.terms > case used.kind when 'trial' then 0 else 1 end)::int as "subscribedAfter",
       sum(paid.earned)::text as earned
     from used join paid on paid.id = used.id group by used.offer_id`,
    [performerId, performerId],
  )
  return rows.map((row) => ({ ...row, earned: Number(row.earned) }))
}

/** A trial that has ended is told of for so long, so that its fan can subscribe. */
const TOLD_MS = 7 * 86_400_000

/**
 * The trials of an account that last or ended within seven days, with their creators. A creator whom the account does not
 * reach has no name, and is left out once the trial has ended.
 */
export async function trialsOf(em: EntityManager, userId: string, now: Date) {
  const since = new Date(now.getTime() - TOLD_MS)
  const trials = await em.find(
    Membership,
    { userId, kind: 'trial', $or: [{ endedAt: null }, { endedAt: { $gt: since } }] },
    soonestFirst,
  )
  const performerIds = trials.map(({ performerId }) => performerId)
  const [users, endOf] = [await reachedBy({ em, userId }, performerIds), await endsOf({ em }, performerIds)]
  const data = trials.flatMap((trial) => {
    const { id, performerId } = trial
    const accessUntil = endOf(trial)
    const performer = users.get(performerId)
    if (accessUntil <= (performer ? since : now)) return []
    return [{ _id: id, performer: performer ?? nameless(performerId, true), accessUntil: accessUntil.toISOString() }]
  })
  return { data, total: data.length }
}

/** The fans of a creator on a trial that lasts. One whom the creator does not reach has no name. */
export async function trialFansOf(em: EntityManager, performerId: string, now: Date) {
  const where = { performerId, kind: 'trial', ...whereLasting(now) } as const
  const trials = await em.find(Membership, where, { ...soonestFirst, limit: LISTED_MAX })
  const total = await entityTotal(em, { entity: Membership, where })
  const users = await reachedBy(
    { em, userId: performerId },
    trials.map(({ userId }) => userId),
  )
  const endOf = await endsOf({ em }, [performerId])
  const data = trials.map((trial) => ({
    ...{ _id: trial.id, fan: users.get(trial.userId) ?? nameless(trial.userId, false) },
    accessUntil: endOf(trial).toISOString(),
  }))
  return { data, total }
}

const soonestFirst = { orderBy: { accessUntil: 'asc', id: 'asc' } } as const

/** The accounts among these that an account reaches, where neither blocks the other. */
async function reachedBy(
  { em, userId }: { em: EntityManager; userId: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Participant>> {
  if (ids.length === 0) return new Map()
  const among = { $in: [...new Set(ids)] }
  const users = await em.find(User, {
    id: among,
    status: 'active',
    ...whereOpenTo({ userId }),
    ...notBlockedBy(userId),
  })
  return new Map(users.map((user) => [user.id, participantView(user)]))
}

function notBlockedBy(userId: string): Record<string, true> {
  return { [raw((user) => `not ${blocksAccount('?::uuid', `"${user}".id`)}`, [userId])]: true }
}

function nameless(id: string, isPerformer: boolean): Participant {
  return { _id: id, name: '', username: null, avatar: null, isPerformer }
}
