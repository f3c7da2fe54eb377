import type { EntityManager } from '@mikro-orm/postgresql'
import type { ChargeQuery } from '@vesper/sync/vesper/api/charges.ts'
import type * as v from 'valibot'
import { listOptions } from '../../../infra/http/list.ts'
import { User } from '../../accounts/entity.ts'
import { Charge } from './entity.ts'
import type { Side } from './views.ts'

type Query = v.InferOutput<typeof ChargeQuery>
type Page = { charges: Charge[]; total: number; sideOf: (id: string) => Side }

/** One page of what an account has paid, with the creators who were paid. */
export function chargePage(em: EntityManager, fanId: string, query: Query): Promise<Page> {
  return page(em, { fanId }, { query, side: ({ performerId }) => performerId })
}

/** One page of what was paid to a creator, with the fans who paid. */
export function salePage(em: EntityManager, performerId: string, query: Query): Promise<Page> {
  return page(em, { performerId }, { query, side: ({ fanId }) => fanId })
}

async function page(
  em: EntityManager,
  whose: { fanId: string } | { performerId: string },
  { query: { type, sortBy: _sortBy, ...query }, side }: { query: Query; side: (charge: Charge) => string },
): Promise<Page> {
  // A charge does not change: `updatedAt`, which every list takes, is when it was made.
  const options = listOptions({ ...query, sortBy: 'createdAt' as const })
  const [charges, total] = await em.findAndCount(Charge, { ...whose, ...(type ? { type } : {}) }, options)
  return { charges, total, sideOf: await sidesOf(em, charges.map(side)) }
}

/** The accounts with these ids, by id. One that is gone has no name any more. */
export async function sidesOf(em: EntityManager, ids: readonly string[]): Promise<(id: string) => Side> {
  const users = await em.find(User, { id: { $in: [...new Set(ids)] } })
  const byId = new Map(users.map((user) => [user.id, user]))
  return (id) => {
    const user = byId.get(id)
    return { id, name: user?.name ?? '', username: user?.username ?? null, avatar: user?.avatarFileId ?? null }
  }
}
