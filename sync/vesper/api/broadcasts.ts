import * as v from 'valibot'
import { AUDIENCE_PARTS_MAX, Broadcast } from '../records/broadcast.ts'
import { AudiencePart } from '../records/fan-list.ts'
import { FileRecord } from '../records/file.ts'
import { MESSAGE_FILES_MAX, MESSAGE_PRICE_MAX, MESSAGE_TEXT_MAX } from '../records/message.ts'
import { listOf, queryInteger, shown, storable, uuid } from './fields.ts'

const id = v.pipe(uuid, v.toLowerCase())
const parts = v.pipe(v.array(AudiencePart), v.maxLength(AUDIENCE_PARTS_MAX, 'Choose at most 20.'))
const fileIds = v.pipe(v.array(id), v.maxLength(MESSAGE_FILES_MAX, 'A message has at most 10 files.'))
const price = v.pipe(
  v.number('Whole tokens only.'),
  v.integer('Whole tokens only.'),
  v.minValue(0, 'A price is at least 1 token.'),
  v.maxValue(MESSAGE_PRICE_MAX, 'A message costs at most 10,000 tokens.'),
)

/** `POST /performer/broadcasts/preview`. */
export const AudienceBody = v.object({ include: parts, exclude: parts, fileIds, price })

/**
 * The number of accounts that it goes to, and of those chosen that are left out: by choice, because they have muted messages
 * to many, or because they have all of its files already.
 */
export const Reach = v.object({
  count: v.number(),
  leftOut: v.object({ excluded: v.number(), muted: v.number(), owned: v.number() }),
})

/** `POST /performer/broadcasts/{id}/send`: the version and the number of accounts that the author saw. */
export const SendBroadcast = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
})

/**
 * How a message to many has done. `opened`: accounts that have read so far, those that have bought it where it is locked.
 * `tokens`: paid and not given back; `earned`: the creator's part of the money, in 1/10,000 of the currency.
 */
export const BroadcastFigures = v.object({
  total: v.number(),
  sent: v.number(),
  /** Accounts that were chosen, and could not be written to when their turn came. */
  left: v.number(),
  opened: v.number(),
  bought: v.number(),
  tokens: v.number(),
  earned: v.number(),
})

export const BroadcastView = v.object({ ...Broadcast.entries, figures: BroadcastFigures })

export const BroadcastQuery = v.object({ offset: queryInteger(0, 0, 100_000), limit: queryInteger(25, 1, 100) })
export const BroadcastList = listOf(BroadcastView)

export const triggers = ['follow', 'subscribe', 'return'] as const
export const Trigger = v.picklist(triggers)
export type Trigger = v.InferOutput<typeof Trigger>

/** `PUT /performer/welcomes/{trigger}`. An update of what goes out by itself: nothing that was sent changes. */
export const WelcomeBody = v.object({
  text: v.pipe(v.string(), shown, v.maxLength(MESSAGE_TEXT_MAX, 'A message has at most 2,000 characters.'), storable),
  fileIds,
  price,
  isOn: v.boolean(),
})

export const Welcome = v.object({
  trigger: Trigger,
  text: v.string(),
  files: v.array(FileRecord),
  price: v.number(),
  isOn: v.boolean(),
  figures: BroadcastFigures,
})

export const WelcomeList = v.object({ data: v.array(Welcome) })

export type Reach = v.InferOutput<typeof Reach>
export type BroadcastFigures = v.InferOutput<typeof BroadcastFigures>
export type BroadcastView = v.InferOutput<typeof BroadcastView>
export type Welcome = v.InferOutput<typeof Welcome>
