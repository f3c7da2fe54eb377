import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { kindsWith } from '../records/things.ts'
import { afterPlace, listQuery, placedListOf, queryChoice, shown, storable, uuid } from './fields.ts'

export const TIP_MESSAGE_MAX = 200

/** The things that a wallet pays for. */
export const chargeTypes = ['tip', ...kindsWith('buy'), 'subscription', ...kindsWith('order')] as const
export const ChargeType = v.picklist(chargeTypes)

/** The id of the charge, made when its dialog opens: sent again, it is the same charge. */
const chargeId = v.pipe(uuid, v.toLowerCase())

const tokens = v.pipe(
  v.number('Whole tokens only.'),
  v.integer('Whole tokens only.'),
  v.minValue(1, 'Whole tokens only.'),
  v.maxValue(1_000_000, 'This is more than anything costs.'),
)

/** `POST /wallet/charges/tip/{id}`: the id is the creator's. */
export const TipBody = v.object({
  _id: chargeId,
  tokens,
  message: v.optional(
    v.pipe(
      v.string(),
      shown,
      v.trim(),
      v.maxLength(TIP_MESSAGE_MAX, 'A message has at most 200 characters.'),
      storable,
    ),
    '',
  ),
  /** The line of the creator's menu that it buys: the tokens are its price. */
  itemId: v.optional(v.nullable(chargeId), null),
  /** The stream that the fan watches: its chat tells of the tip. */
  streamId: v.optional(v.nullable(chargeId), null),
})

/** `POST /wallet/charges/{type}/{id}`: `price` is what the buyer saw. At another price nothing is charged. */
export const PurchaseBody = v.object({ _id: chargeId, price: tokens })

/** A charge as the account that paid it sees it. `amount` and `tax` are in cents of `currency`. */
export const Charge = v.object({
  _id: v.string(),
  type: ChargeType,
  targetId: v.string(),
  /** The name of a video or a gallery, as it is now; empty for things without one. */
  title: v.optional(v.string(), ''),
  /** A small picture of the thing in a list, as the buyer may see it; null without one. */
  picture: v.optional(v.nullable(v.string()), null),
  performer: v.omit(Participant, ['isPerformer']),
  tokens: v.number(),
  amount: v.number(),
  tax: v.number(),
  /** The rate of the tax in 1/10,000 of the price before tax. */
  taxBps: v.optional(v.number(), 0),
  currency: v.string(),
  /** The number of the receipt. */
  number: v.optional(v.number(), 0),
  status: v.picklist(['done', 'refunded', 'reversed']),
  message: v.string(),
  /** The line of the creator's menu that a tip has bought, as it was then; null for none. */
  item: v.optional(v.nullable(v.string()), null),
  /** The connected seconds that a show was paid for; null for all else. */
  seconds: v.optional(v.nullable(v.number()), null),
  /** Tokens that were given back, in one refund or several. */
  refundedTokens: v.optional(v.number(), 0),
  /** Tokens that can be spent after the latest change. */
  balance: v.number(),
  createdAt: v.string(),
})

export const ChargeQuery = v.object({
  ...v.omit(listQuery(['createdAt', 'updatedAt']), ['q']).entries,
  ...afterPlace,
  type: v.optional(queryChoice(ChargeType.options)),
})

export const ChargeList = placedListOf(v.omit(Charge, ['balance']))

export type Charge = v.InferOutput<typeof Charge>
