import type { StatementLine } from '@vesper/sync/vesper/statements/statement.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Charge } from '../money/charges/entity.ts'
import { titlesOf } from '../money/charges/queries.ts'
import { boundsOf } from './months.ts'

/** The accounts of the ledger that hold money of a creator. Together they are what the platform owes. */
const ACCOUNTS = `a.owner_id = ? and a.kind in ('earn_pending', 'earn_available', 'payout_held')`

/** An event of a month: `amount` moves what the platform owes, in 1/10,000 of the currency. */
type Event = { at: Date; order: string; amount: number; line: StatementLine }

/**
 * The lines of a creator's month in the order of the ledger, without the balances: its sales, refunds, disputes, payouts and
 * all else that moved money of the creator. Throws where they do not sum to what the ledger has.
 */
export async function linesOf(
  tx: Tx,
  performerId: string,
  month: string,
): Promise<{ lines: StatementLine[]; sum: number }> {
  const asked = { performerId, ...boundsOf(month) }
  const parts = [
    await salesOf(tx, asked),
    await refundsOf(tx, asked),
    await payoutsOf(tx, asked),
    await othersOf(tx, asked),
  ]
  const events = parts.flat().toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.order < b.order ? -1 : 1))
  const sum = events.reduce((total, { amount }) => total + amount, 0)
  const moved = (await balanceAt(tx, performerId, asked.end)) - (await balanceAt(tx, performerId, asked.start))
  if (sum !== moved) throw new Error(`the lines of ${performerId} in ${month} are not what the ledger has`)
  return { lines: events.map(({ line }) => line), sum }
}

/** The amount that the platform owed a creator before a time, in 1/10,000 of the currency. */
export async function balanceAt(tx: Tx, performerId: string, before: Date): Promise<number> {
  const [row] = await tx.em.execute<{ sum: string }[]>(
    `select coalesce(sum(e.amount), 0) as sum from money_account a
     join money_entry e on e.account_id = a.id join money_transfer t on t.id = e.transfer_id
     where ${ACCOUNTS} and t.created_at < ?`,
    [performerId, before],
  )
  return Number(row?.sum)
}

/** When money of a creator moved first; null for one who has never sold anything. */
export async function firstMoved(tx: Tx, performerId: string): Promise<Date | null> {
  const [row] = await tx.em.execute<{ at: Date | string | null }[]>(
    `select min(at) as at from (
       select min(t.created_at) as at from money_account a
       join money_entry e on e.account_id = a.id join money_transfer t on t.id = e.transfer_id where ${ACCOUNTS}
       union all select min(created_at) from charge where performer_id = ?
     ) first`,
    [performerId, performerId],
  )
  return row?.at == null ? null : new Date(row.at)
}

type Asked = { performerId: string; start: Date; end: Date }

async function salesOf(tx: Tx, { performerId, start, end }: Asked): Promise<Event[]> {
  const charges = await tx.em.find(Charge, { performerId, createdAt: { $gte: start, $lt: end } })
  const titles = await titlesOf(tx, charges)
  return charges.map((charge) => {
    const { id, number, type, targetId, createdAt: at, tokens, tokenCents, tax, revenue: fee, share } = charge
    const isCard = charge.orderId != null
    const sale = { kind: 'sale', at: at.toISOString(), id, receipt: number, what: type, item: targetId }
    const price = { tokens: isCard ? null : tokens, price: tokens * tokenCents * 100, tax, fee, share }
    const ends = { freeAt: charge.availableAt?.toISOString() ?? null, payout: charge.payoutId ?? null }
    const line = { ...sale, title: titles.get(targetId) ?? '', ...price, ...ends }
    return { at, order: charge.transferId, amount: share, line }
  })
}

type RefundRow = Record<'id' | 'chargeId' | 'reason' | 'transferId' | 'tax' | 'share' | 'revenue', string> & {
  createdAt: Date | string
  tokens: number
  tokenCents: number
  isCard: boolean
  receipt: string
}

async function refundsOf(tx: Tx, { performerId, start, end }: Asked): Promise<Event[]> {
  const rows = await tx.em.execute<RefundRow[]>(
    `select r.id, r.charge_id as "chargeId", r.reason, r.transfer_id as "transferId", r.tax, r.share, r.revenue,
       r.created_at as "createdAt", r.tokens, c.token_cents as "tokenCents", c.order_id is not null as "isCard",
       c.number as receipt
     from charge_refund r join charge c on c.id = r.charge_id
     where c.performer_id = ? and r.created_at >= ? and r.created_at < ?`,
    [performerId, start, end],
  )
  return rows.map(({ tokens, tokenCents, isCard, ...row }) => {
    const at = new Date(row.createdAt)
    const [tax, share, fee] = [-Number(row.tax), -Number(row.share), -Number(row.revenue)]
    const kind = tokens < 0 ? 'regained' : row.reason === 'dispute' ? 'dispute' : 'refund'
    const about = { kind, at: at.toISOString(), id: row.id, sale: row.chargeId, receipt: Number(row.receipt) }
    const price = { tokens: isCard ? null : -tokens, price: -tokens * tokenCents * 100, tax, fee, share }
    return { at, order: row.transferId, amount: share, line: { ...about, reason: row.reason, ...price } }
  })
}

type PayoutRow = {
  id: string
  transferId: string
  createdAt: Date | string
  amount: number
  fee: number
  receipts: string[]
}

async function payoutsOf(tx: Tx, { performerId, start, end }: Asked): Promise<Event[]> {
  const rows = await tx.em.execute<PayoutRow[]>(
    `select p.id, t.id as "transferId", t.created_at as "createdAt", p.amount, p.fee,
       array(select c.number::text from charge c where c.payout_id = p.id order by c.number) as receipts
     from payout p join money_transfer t on t.scope = 'payout-paid' and t.ref_id = p.id
     where p.performer_id = ? and t.created_at >= ? and t.created_at < ?`,
    [performerId, start, end],
  )
  return rows.map(({ id, transferId: order, createdAt, amount, fee, receipts }) => {
    const at = new Date(createdAt)
    const share = -amount * 100
    const line = { kind: 'payout', at: at.toISOString(), id, fee: fee * 100, share, sales: receipts.map(Number) }
    return { at, order, amount: share, line }
  })
}

type OtherRow = { id: string; createdAt: Date | string; kind: string; amount: string }

/** Transfers of other kinds, such as corrections of the operator. Money that becomes free, or is held, stays the creator's. */
async function othersOf(tx: Tx, { performerId, start, end }: Asked): Promise<Event[]> {
  const rows = await tx.em.execute<OtherRow[]>(
    `select t.id, t.created_at as "createdAt", t.kind, sum(e.amount) as amount from money_account a
     join money_entry e on e.account_id = a.id join money_transfer t on t.id = e.transfer_id
     where ${ACCOUNTS} and t.created_at >= ? and t.created_at < ?
       and t.scope not in ('charge', 'card-sale', 'refund', 'payout-paid')
     group by t.id having sum(e.amount) <> 0`,
    [performerId, start, end],
  )
  return rows.map(({ id, createdAt, kind, amount }) => {
    const at = new Date(createdAt)
    const line = { kind: 'adjustment', at: at.toISOString(), id, reason: kind, share: Number(amount) }
    return { at, order: id, amount: Number(amount), line }
  })
}
