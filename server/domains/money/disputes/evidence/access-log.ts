import type { Tx } from '../../../../infra/database/transaction.ts'
import { Charge } from '../../money/charges/entity.ts'
import { sidesOf, titlesOf } from '../../money/charges/queries.ts'
import type { PaymentOrder } from '../../payments/orders/entity.ts'
import { momentInWords } from './moment-in-words.ts'

type Source = Pick<Tx, 'app' | 'em'>

/** Lines of each kind. A bank reads no more, and the provider takes 20,000 characters. */
const MOST = 60

type Bought = { order: PaymentOrder; charge: Charge | null }
type Names = (id: string) => string

/**
 * The use of a payment as the site has noted it since, in English: the term, sales that bought tokens paid, downloads,
 * messages, comments and devices. `isUsed`: more than a device was seen.
 */
export async function accessLog(source: Source, bought: Bought): Promise<{ lines: string[]; isUsed: boolean }> {
  const { em } = source
  const from = bought.order.paidAt ?? bought.order.createdAt
  const sales = await salesSince(source, bought, from)
  const performerIds = [...new Set([...sales, ...(bought.charge ? [bought.charge] : [])].map((one) => one.performerId))]
  const sideOf = await sidesOf(em, performerIds)
  const nameOf: Names = (id) => sideOf(id).username ?? sideOf(id).name
  const at = { fanId: bought.order.userId, performerIds, from }
  const uses = [
    ...(await saleLines(source, sales, nameOf)),
    ...(await downloadLines(em, at)),
    ...(await messageLines(em, at, nameOf)),
    ...(await commentLines(em, at, nameOf)),
  ]
  const lines = [...(await termLines(em, bought.charge, nameOf)), ...uses, ...(await deviceLines(em, at))]
  return { lines, isUsed: uses.length > 0 }
}

/** Payments out of the wallet since then: of bought tokens all, of a subscription those to its creator. */
function salesSince({ em }: Source, { order, charge }: Bought, from: Date): Promise<Charge[]> {
  const by = { fanId: order.userId, orderId: null, createdAt: { $gte: from } }
  const where = charge ? { ...by, performerId: charge.performerId } : by
  return em.find(Charge, where, { orderBy: { createdAt: 'asc', id: 'asc' }, limit: MOST })
}

async function termLines(em: Source['em'], charge: Charge | null, nameOf: Names): Promise<string[]> {
  if (!charge) return []
  const [term] = await em.execute<{ startsAt: string; endsAt: string }[]>(
    'select starts_at as "startsAt", ends_at as "endsAt" from subscription_period where id = ?',
    [charge.id],
  )
  if (!term) return []
  const [start, end] = [momentInWords(new Date(term.startsAt)), momentInWords(new Date(term.endsAt))]
  return [`Subscription to ${nameOf(charge.performerId)}: open from ${start} to ${end}.`]
}

async function saleLines(source: Source, sales: readonly Charge[], nameOf: Names): Promise<string[]> {
  const titles = await titlesOf(source, sales)
  return sales.map(({ createdAt, tokens, type, targetId, performerId, number, seconds, item }) => {
    const title = titles.get(targetId) ?? item
    const watched = seconds == null ? '' : `, ${seconds} seconds watched`
    const name = title == null || title === '' ? '' : ` "${title}"`
    return `${momentInWords(createdAt)}: ${tokens} tokens for ${type}${name} of ${nameOf(performerId)}${watched}, receipt ${number}.`
  })
}

type At = { fanId: string; performerIds: readonly string[]; from: Date }

async function downloadLines(em: Source['em'], { fanId, performerIds, from }: At): Promise<string[]> {
  const rows = await em.execute<{ at: string; title: string }[]>(
    `select r.at, a.title from download_request r join asset a on a.id = r.product_id
     where r.user_id = ? and r.at >= ? and a.performer_id = any(?::uuid[]) order by r.at limit ?`,
    [fanId, from, idsOf(performerIds), MOST],
  )
  return rows.map(({ at, title }) => `${momentInWords(new Date(at))}: downloaded "${title}".`)
}

async function messageLines(em: Source['em'], { fanId, performerIds, from }: At, nameOf: Names): Promise<string[]> {
  const rows = await em.execute<{ performerId: string; received: number; read: number; sent: number }[]>(
    `select p.user_id as "performerId", count(*) filter (where m.sender_id = p.user_id)::int as received,
       count(*) filter (where m.sender_id = p.user_id and m.seq <= f.read_seq)::int as read,
       count(*) filter (where m.sender_id = f.user_id)::int as sent
     from conversation_member f
     join conversation_member p on p.conversation_id = f.conversation_id and p.user_id = any(?::uuid[])
     join message m on m.conversation_id = f.conversation_id and m.created_at >= ? and not m.is_deleted
     where f.user_id = ? group by p.user_id order by p.user_id`,
    [idsOf(performerIds), from, fanId],
  )
  return rows
    .filter(({ read, sent }) => read + sent > 0)
    .map((row) => {
      const { received, read, sent } = row
      return `Messages with ${nameOf(row.performerId)} since then: ${received} received, ${read} of them read, ${sent} sent.`
    })
}

async function commentLines(em: Source['em'], { fanId, performerIds, from }: At, nameOf: Names): Promise<string[]> {
  const rows = await em.execute<{ performerId: string; count: number }[]>(
    `select performer_id as "performerId", count(*)::int as count from comment
     where author_id = ? and created_at >= ? and performer_id = any(?::uuid[]) group by performer_id order by performer_id`,
    [fanId, from, idsOf(performerIds)],
  )
  return rows.map(({ performerId, count }) => `Comments with ${nameOf(performerId)} since then: ${count}.`)
}

/** The devices of the account since the day before: one that paid is seen again later. The site keeps no addresses of them. */
async function deviceLines(em: Source['em'], { fanId, from }: At): Promise<string[]> {
  const rows = await em.execute<{ userAgent: string; createdAt: string; lastSeenAt: string }[]>(
    `select user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt" from session
     where user_id = ? and last_seen_at >= ?::timestamptz - interval '1 day' order by created_at limit 20`,
    [fanId, from],
  )
  return rows.map(({ userAgent, createdAt, lastSeenAt }) => {
    const [since, last] = [momentInWords(new Date(createdAt)), momentInWords(new Date(lastSeenAt))]
    return `Signed in on ${since}, last seen ${last}: ${userAgent === '' ? 'unknown browser' : userAgent}`
  })
}

function idsOf(ids: readonly string[]): string {
  return `{${ids.join()}}`
}
