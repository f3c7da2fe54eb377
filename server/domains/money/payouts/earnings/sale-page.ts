import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql'
import type { EarningQuery } from '@vesper/sync/vesper/api/earnings.ts'
import type * as v from 'valibot'
import { containing } from '../../../../infra/database/like-pattern.ts'
import { entityPage } from '../../../../infra/http/list.ts'
import { accountsNamed } from '../../../people/accounts/account-sql.ts'
import { Charge } from '../../money/charges/entity.ts'
import { sidesOf } from '../../money/charges/queries.ts'
import type { Side } from '../../money/charges/views.ts'
import { rangeOf } from './range.ts'

type Query = v.InferOutput<typeof EarningQuery>
type SalePage = { charges: Charge[]; total: number; sideOf: (id: string) => Side }

/** The columns of the orders that a list of sales takes. A charge does not change, so `updatedAt` is when it was made. */
const columns = { createdAt: 'createdAt', updatedAt: 'createdAt', availableAt: 'availableAt', net: 'share' } as const

/** Fans that a search may match. */
const FANS_MAX = 1000

/** One page of what was paid to a creator, with the fans who paid. Refuses what `rangeOf` refuses. */
export async function salePage(
  em: EntityManager,
  performerId: string,
  { query: { type, state, fanId, payoutId, from, to, q, sortBy, ...page }, now }: { query: Query; now: Date },
): Promise<SalePage> {
  const where: FilterQuery<Charge>[] = [{ performerId }]
  if (type) where.push({ type })
  if (state) where.push({ state })
  if (fanId) where.push({ fanId })
  if (payoutId) where.push({ payoutId })
  if (from !== undefined || to !== undefined) {
    const { start, until } = rangeOf({ from: from ?? '1970-01-01', to }, now)
    where.push({ createdAt: { $gte: start, $lt: until } })
  }
  if (q) where.push({ fanId: { $in: await fansNamed(em, performerId, q) } })
  const list = { entity: Charge, where: { $and: where } }
  const { rows: charges, total } = await entityPage(em, list, { ...page, sortBy: columns[sortBy] })
  return {
    charges,
    total,
    sideOf: await sidesOf(
      em,
      charges.map((charge) => charge.fanId),
    ),
  }
}

/** Accounts that have paid the creator, by a part of their name. */
async function fansNamed(em: EntityManager, performerId: string, q: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `${accountsNamed('u')}
       and exists (select 1 from charge c where c.performer_id = ? and c.fan_id = u.id) limit ?`,
    [containing(q), containing(q), performerId, FANS_MAX],
  )
  return rows.map(({ id }) => id)
}
