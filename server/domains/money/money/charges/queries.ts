import type { EntityManager } from '@mikro-orm/postgresql'
import type { ChargeQuery } from '@vesper/sync/vesper/api/charges.ts'
import type * as v from 'valibot'
import { listOptions } from '../../../../infra/http/list.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { User } from '../../../people/accounts/entity.ts'
import { Charge } from './entity.ts'
import type { Side } from './views.ts'

type Query = v.InferOutput<typeof ChargeQuery>
type Page = { charges: Charge[]; total: number; sideOf: (id: string) => Side }

/** One page of what an account has paid, with the creators who were paid. */
export async function chargePage(
  em: EntityManager,
  fanId: string,
  { type, sortBy: _sortBy, ...query }: Query,
): Promise<Page> {
  // A charge does not change: `updatedAt`, which every list takes, is when it was made.
  const options = listOptions({ ...query, sortBy: 'createdAt' as const })
  const [charges, total] = await em.findAndCount(Charge, { fanId, orderId: null, ...(type ? { type } : {}) }, options)
  const performerIds = charges.map(({ performerId }) => performerId)
  return { charges, total, sideOf: await sidesOf(em, performerIds) }
}

/** The titles of the videos and galleries among what was paid for, by id. */
export async function titlesOf(em: EntityManager, charges: readonly Charge[]): Promise<Map<string, string>> {
  const ids = charges.filter(({ type }) => type === 'video' || type === 'gallery').map(({ targetId }) => targetId)
  const assets = ids.length === 0 ? [] : await em.find(Asset, { id: { $in: ids } }, { fields: ['title'] })
  return new Map(assets.map(({ id, title }) => [id, title]))
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
