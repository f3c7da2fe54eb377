import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { DeskPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import { productUrl } from '../../../../infra/files/views.ts'
import { Promo } from '../entity.ts'

/** All promos, the one that is shown first before the others. */
export async function deskPromos(em: SqlEntityManager): Promise<DeskPromo[]> {
  const promos = await em.find(Promo, {}, { orderBy: { place: 'desc', id: 'desc' } })
  return promos.map(({ id, pictureFileId, startsAt, endsAt, ...promo }) => ({
    ...{ _id: id, title: promo.title, text: promo.text, link: promo.link ?? null, position: promo.position },
    ...{ audience: promo.audience, state: promo.state, version: promo.version },
    ...{ from: dayOf(startsAt), until: dayOf(endsAt), picture: productUrl(pictureFileId) },
  }))
}

/** The day in UTC. */
function dayOf(moment: Date | null | undefined): string | null {
  return moment?.toISOString().slice(0, 10) ?? null
}
