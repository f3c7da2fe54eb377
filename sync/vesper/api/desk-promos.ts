import * as v from 'valibot'
import { calendarDate, listOf, queryInteger, shown, storable, uuid, visible } from './fields.ts'
import { PROMO_AUDIENCES, PROMO_POSITIONS, PROMO_TEXT_MAX, PROMO_TITLE_MAX } from './promos.ts'

/** A draft is seen by staff alone, as is one that has ended. */
export const promoStates = ['draft', 'active', 'ended'] as const

/** Promos of the site, whatever their state. */
export const PROMOS_MAX = 200

const day = v.nullable(calendarDate('Choose a day.'))

/** The fields that staff write. `from`, `until`: days in UTC, both included. `link`: a path of the app, or an address with https. */
const promoFields = {
  title: v.pipe(
    v.string('Give a title.'),
    shown,
    v.trim(),
    visible('Give a title.'),
    v.maxLength(PROMO_TITLE_MAX, 'A title has at most 80 characters.'),
    storable,
  ),
  text: v.pipe(
    v.string(),
    shown,
    v.trim(),
    v.maxLength(PROMO_TEXT_MAX, 'A text has at most 300 characters.'),
    storable,
  ),
  link: v.nullable(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(500, 'A link has at most 500 characters.'),
      v.regex(/^(?:\/(?![\\/])|https:\/\/)[^\s\u202a-\u202e\u2066-\u2069]*$/, 'A link begins with / or with https://.'),
      storable,
    ),
  ),
  position: v.picklist(PROMO_POSITIONS),
  audience: v.picklist(PROMO_AUDIENCES),
  state: v.picklist(promoStates),
  from: day,
  until: day,
}

const WRONG_DAYS = 'Choose a last day that is not before the first.'

/** `POST /desk/promos`. The same `_id` again is the same promo. */
export const NewPromo = v.pipe(
  v.object({ _id: uuid, ...promoFields }),
  v.forward(
    v.check((promo) => isInOrder(promo), WRONG_DAYS),
    ['until'],
  ),
)
/** `PUT /desk/promos/{id}`. `version`: of the promo that was on the screen. */
export const SavePromo = v.pipe(
  v.object({ version: v.pipe(v.number('Give the version of the promo.'), v.integer()), ...promoFields }),
  v.forward(
    v.check((promo) => isInOrder(promo), WRONG_DAYS),
    ['until'],
  ),
)

/** In the query of the calls on a promo and its picture. */
export const SeenPromo = v.object({ version: queryInteger(0, 0, 999_999_999) })

/** `POST /desk/promos/order`: all promos from the first to the last, as the person saw them and as they are to stand. */
export const OrderPromos = v.object({
  seen: v.pipe(v.array(uuid), v.maxLength(PROMOS_MAX)),
  ids: v.pipe(v.array(uuid), v.maxLength(PROMOS_MAX)),
})

export const DeskPromo = v.object({
  _id: uuid,
  ...promoFields,
  /** The address of its picture; null for none. */
  picture: v.nullable(v.string()),
  version: v.number(),
})
export type DeskPromo = v.InferOutput<typeof DeskPromo>
export type PromoFields = Omit<DeskPromo, '_id' | 'picture' | 'version'>
/** `GET /desk/promos`: all of them, in the order in which they are shown. */
export const DeskPromoList = listOf(DeskPromo)

function isInOrder({ from, until }: { from: string | null; until: string | null }): boolean {
  return from === null || until === null || from <= until
}
