import * as v from 'valibot'
import { plainText } from '../records/visible-text.ts'
import { shown, storable, uuid, visible } from './fields.ts'

export const MENU_ITEMS_MAX = 30

const id = v.pipe(uuid, v.toLowerCase())

function label(empty: string) {
  return v.pipe(
    v.string(empty),
    shown,
    v.transform(plainText),
    v.trim(),
    visible(empty),
    v.maxLength(60, 'Use at most 60 characters.'),
    storable,
  )
}

const tokens = v.pipe(
  v.number('Whole tokens only.'),
  v.integer('Whole tokens only.'),
  v.minValue(1, 'Whole tokens only.'),
  v.maxValue(1_000_000, 'This is more than anything costs.'),
)

const MenuItem = v.object({ _id: id, title: label('Name what is sold.'), price: tokens })
const GoalBody = v.object({ _id: id, title: label('Name the goal.'), tokens })

/** `PUT /tip-menu`: the whole menu in its order, and the goal; null ends the goal. `version` is the one that was seen. */
export const TipMenuBody = v.object({
  version: v.number(),
  items: v.pipe(v.array(MenuItem), v.maxLength(MENU_ITEMS_MAX, 'A menu has at most 30 lines.')),
  goal: v.nullable(GoalBody),
})

/** `GET /tip-menu/{performerId}`. `raised`: tokens of tips since the goal was set. */
export const TipMenu = v.object({
  version: v.number(),
  items: v.array(v.object({ _id: v.string(), title: v.string(), price: v.number() })),
  goal: v.nullable(
    v.object({
      _id: v.string(),
      title: v.string(),
      tokens: v.number(),
      raised: v.number(),
      reachedAt: v.nullable(v.string()),
    }),
  ),
})

export type TipMenu = v.InferOutput<typeof TipMenu>
