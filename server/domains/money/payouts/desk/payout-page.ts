import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskPayout, DeskPayoutQuery } from '@vesper/sync/vesper/api/desk-money.ts'
import type * as v from 'valibot'
import { sqlPage } from '../../../../infra/http/list.ts'

type Row = Omit<DeskPayout, 'createdAt' | 'balance'> & { createdAt: Date; balance: string | null }

/** One page of the payouts in a state, with what stands beside each. */
export async function payoutPage(
  em: SqlEntityManager,
  { state, ...query }: v.InferOutput<typeof DeskPayoutQuery>,
): Promise<{ data: DeskPayout[]; total: number; next: string | null }> {
  const { rows, ...page } = await sqlPage<Row>(
    em,
    {
      select: `p.id as "_id", p.performer_id as "creatorId",
        (select coalesce(u.username, u.name) from "user" u where u.id = p.performer_id) as creator,
        p.status as state, p.amount, p.fee, p.currency, p.method, p.note, p.reason, p.created_at as "createdAt",
        coalesce((select case when p.method = 'bank' then d.bank_last4 else right(d.account_id, 4) end
          from payout_details d where d.performer_id = p.performer_id), '') as destination,
        (select a.balance from money_account a where a.kind = 'earn_available' and a.owner_id = p.performer_id) as balance,
        exists (select 1 from approval a where a.subject_id = p.id and a.state = 'waiting' and a.expires_at > now()) as "isAsked"`,
      from: 'payout p',
      where: 'p.status = ?',
      params: [state],
      sortable: { createdAt: 'p.created_at' },
      places: { createdAt: 'time' },
      tieBreak: 'p.id',
    },
    query,
  )
  const data = rows.map(({ createdAt, balance, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    balance: Math.floor(Number(balance ?? 0) / 100),
  }))
  return { data, ...page }
}
