import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskCoupon } from '@vesper/sync/vesper/api/desk-money.ts'
import { sqlPage } from '../../../../infra/http/list.ts'
import type { ListQuery } from '../../../../infra/http/list.ts'

/** One page of the coupons, with their uses that count. */
export async function couponPage(
  em: SqlEntityManager,
  query: ListQuery,
): Promise<{ data: DeskCoupon[]; total: number }> {
  const { rows, total } = await sqlPage<DeskCoupon>(
    em,
    {
      select: `c.id as "_id", c.code, c.kinds, c.percent, c.off, c.minimum, c.uses, c.uses_each as "usesEach",
        (select u.username from "user" u where u.id = c.performer_id) as creator,
        to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD') as "from",
        to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD') as until,
        (select count(*)::int from coupon_redemption r where r.coupon_id = c.id and r.status <> 'released') as used,
        not c.is_disabled as "isOn"`,
      from: 'coupon c',
      where: 'true',
      params: [],
      sortable: { createdAt: 'c.created_at' },
      tieBreak: 'c.id',
    },
    query,
  )
  return { data: rows, total }
}
