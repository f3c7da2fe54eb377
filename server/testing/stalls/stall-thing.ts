import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { ThingKind } from '@vesper/sync/vesper/records/things.ts'
import { accessOf } from '../../content/access.ts'
import { nothingToHide } from '../../content/hidden-by-staff.ts'
import { viewersOf } from '../../content/viewers.ts'
import type { Onlooker } from '../../infra/files/attachment.ts'
import { thing } from '../../infra/things/thing.ts'
import { Stall } from './entity.ts'

/** The table of things learns this kind from the test. */
const kind = 'stall' as ThingKind

export const stallThing = thing<Stall>({
  kind,
  words: { missing: 'This stall does not exist.' },
  find: ({ em }, id) => em.findOne(Stall, { id }),
  access: async ({ em }, onlooker, stall) => ({ access: await stallAccess(em, onlooker, stall) }),
  owner: ({ performerId }) => performerId,
  lock: async ({ em }, id) => {
    await em.execute('select 1 from stall where id = ? for share', [id])
    return em.findOne(Stall, { id })
  },
  price: ({ price }) => (price > 0 ? price : null),
  titles: async ({ em }, ids) => new Map((await stallsOf(em, ids)).map(({ id, title }) => [id, title])),
  snapshot: async ({ em }, onlooker, stall) =>
    (await stallAccess(em, onlooker, stall)) === 'hidden' ? null : { text: stall.title },
  async noticed({ em }, ids) {
    const stalls = await stallsOf(em, ids)
    return new Map(
      stalls.map(({ id, performerId, title }) => [id, { ownerId: performerId, preview: title, page: null }]),
    )
  },
  async hide(tx, id, isHidden) {
    const stall = await tx.em.findOne(Stall, { id })
    if (!stall) throw nothingToHide()
    if (stall.isHidden === isHidden) return null
    stall.isHidden = isHidden
    return isHidden ? 'shown' : 'hidden'
  },
  bookmarks: {
    join: 'join stall o on o.id = r.object_id and not o.is_hidden',
    cards: async ({ em }, _onlooker, ids) => (await stallsOf(em, ids)).map(cardOf),
  },
  async search({ em }, { words }) {
    const found = await em.find(Stall, {
      title: { $ilike: `%${words.map(({ word }) => word).join(' ')}%` },
      isHidden: false,
    })
    return { data: found.map(cardOf), total: found.length }
  },
})

function cardOf({ id, title }: Stall) {
  return { _id: id, title }
}

function stallsOf(em: SqlEntityManager, ids: readonly string[]): Promise<Stall[]> {
  return em.find(Stall, { id: { $in: [...ids] } })
}

async function stallAccess(em: SqlEntityManager, onlooker: Onlooker, { id, performerId, price, isHidden }: Stall) {
  const object = { objectType: kind as 'feed', id, performerId }
  const viewer = (await viewersOf(em, onlooker, [object]))(object)
  const access = price > 0 ? 'paid' : 'public'
  return accessOf(viewer, { performerId, status: isHidden ? 'hidden' : 'active', access })
}
