import * as v from 'valibot'
import { listOf, listQuery, queryChoice } from './fields.ts'

export const PROMO_POSITIONS = ['home', 'explore'] as const
export const PROMO_AUDIENCES = ['everybody', 'visitors', 'fans', 'creators'] as const
export const PROMO_TITLE_MAX = 80
export const PROMO_TEXT_MAX = 300

/** An announcement of the site. `link` is a path of the app or an address that begins with https. */
export const Promo = v.object({
  _id: v.string(),
  title: v.string(),
  text: v.string(),
  picture: v.nullable(v.string()),
  link: v.nullable(v.string()),
  position: v.picklist(PROMO_POSITIONS),
  startsAt: v.nullable(v.string()),
  endsAt: v.nullable(v.string()),
})
export type Promo = v.InferOutput<typeof Promo>

/** `GET /site-promo/search`: the promos that are shown now to the one who asks. */
export const PromoQuery = v.object({
  ...v.omit(listQuery(['place', 'createdAt', 'startsAt']), ['q']).entries,
  position: v.optional(queryChoice(PROMO_POSITIONS)),
})
export const PromoList = listOf(Promo)
