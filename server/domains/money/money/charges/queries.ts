import type { EntityManager } from '@mikro-orm/postgresql'
import type { ChargeQuery } from '@vesper/sync/vesper/api/charges.ts'
import { hasUse } from '@vesper/sync/vesper/records/things.ts'
import type * as v from 'valibot'
import { plainById } from '../../../../infra/database/plain-rows.ts'
import type { Source } from '../../../../infra/database/transaction.ts'
import { rowPage } from '../../../../infra/http/list.ts'
import { User } from '../../../people/accounts/entity.ts'
import { Charge } from './entity.ts'
import type { Side } from './views.ts'

type Query = v.InferOutput<typeof ChargeQuery>
type Page = { charges: Charge[]; total: number; next: string | null; sideOf: (id: string) => Side }

/** One page of what an account has paid, with the creators who were paid. */
export async function chargePage(
  em: EntityManager,
  fanId: string,
  { type, sortBy: _sortBy, ...query }: Query,
): Promise<Page> {
  // A charge does not change: `updatedAt`, which every list takes, is when it was made.
  const where = `fan_id = ? and order_id is null${type ? ' and type = ?' : ''}`
  const list = { entity: Charge, where, params: [fanId, ...(type ? [type] : [])] }
  const { rows: charges, ...page } = await rowPage(em, list, { ...query, sortBy: 'createdAt' })
  const performerIds = charges.map(({ performerId }) => performerId)
  return { charges, ...page, sideOf: await sidesOf(em, performerIds) }
}

/** The titles of the bought things that have one, by id. Each kind is read once. */
export async function titlesOf(source: Source, charges: readonly Charge[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const [kind, bought] of Map.groupBy(charges, ({ type }) => type)) {
    if (!hasUse(kind, 'buy')) continue
    const ids = bought.map(({ targetId }) => targetId)
    const found = await source.app.domains.things.get(kind)?.titles?.(source, ids)
    for (const [id, title] of found ?? []) titles.set(id, title)
  }
  return titles
}

/** The pictures of the bought things that the buyer can see, by id. Each kind is read once. */
export async function picturesOf(
  source: Source,
  userId: string,
  charges: readonly Charge[],
): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  const onlooker = { userId, now: source.app.clock() }
  for (const [kind, bought] of Map.groupBy(charges, ({ type }) => type)) {
    if (!hasUse(kind, 'buy')) continue
    const ids = bought.map(({ targetId }) => targetId)
    const found = await source.app.domains.things.get(kind)?.pictures?.(source, onlooker, ids)
    for (const [id, url] of found ?? []) pictures.set(id, url)
  }
  return pictures
}

/** The accounts with these ids, by id. One that is gone has no name any more. */
export async function sidesOf(em: EntityManager, ids: readonly string[]): Promise<(id: string) => Side> {
  const byId = await plainById(em, User, ids)
  return (id) => {
    const user = byId.get(id)
    return { id, name: user?.name ?? '', username: user?.username ?? null, avatar: user?.avatarFileId ?? null }
  }
}
