import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Promo as PromoView, PromoQuery } from '@vesper/sync/vesper/api/promos.ts'
import type * as v from 'valibot'
import type { Actor } from '../../../infra/database/transaction.ts'
import { productUrl } from '../../../infra/files/views.ts'
import { entityPage } from '../../../infra/http/list.ts'
import { Promo } from './entity.ts'

type Audience = Promo['audience']

/** A page of the promos that are shown now to this account, or to a visitor. */
export async function promoPage(
  em: SqlEntityManager,
  { actor, now }: { actor: Actor | null; now: Date },
  { position, ...list }: v.InferOutput<typeof PromoQuery>,
): Promise<{ data: PromoView[]; total: number }> {
  const audience: Audience[] = ['everybody', audienceOf(actor)]
  const where = {
    state: 'active' as const,
    audience: { $in: audience },
    ...(position && { position }),
    $and: [
      { $or: [{ startsAt: null }, { startsAt: { $lte: now } }] },
      { $or: [{ endsAt: null }, { endsAt: { $gt: now } }] },
    ],
  }
  const { rows, total } = await entityPage(em, { entity: Promo, where }, list)
  return { data: rows.map(promoView), total }
}

function audienceOf(actor: Actor | null): Audience {
  if (!actor) return 'visitors'
  return actor.isPerformer ? 'creators' : 'fans'
}

function promoView({ id, title, text, pictureFileId, link, position, startsAt, endsAt }: Promo): PromoView {
  return {
    ...{ _id: id, title, text, picture: productUrl(pictureFileId), link: link ?? null, position },
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}
