import * as v from 'valibot'
import { chargeTypes } from './charges.ts'
import {
  afterPlace,
  calendarDate,
  listOf,
  listQuery,
  placedListOf,
  queryChoice,
  queryInteger,
  shown,
  storable,
  uuid,
  visible,
} from './fields.ts'
import { PayoutMethod, PayoutStatus } from './payouts.ts'
import { DeskReason } from './staff.ts'

/** The least amounts that a second person has to approve: cents, and tokens of a grant. */
export const secondPersonFrom = { payout: 50_000, refund: 10_000, tokens: 1_001 } as const
/** Cents of one payment that support gives back at most. */
export const SUPPORT_REFUND_MAX = 2_000

export const chargeStates = ['done', 'refunded', 'reversed'] as const

/** A payout as staff see it, in cents. `destination`: the last characters of the account that gets the money. */
export const DeskPayout = v.object({
  _id: uuid,
  creatorId: uuid,
  creator: v.string(),
  state: PayoutStatus,
  amount: v.number(),
  fee: v.number(),
  currency: v.string(),
  method: PayoutMethod,
  destination: v.string(),
  note: v.string(),
  reason: v.nullable(v.string()),
  /** Cents that the creator has beside it. */
  balance: v.number(),
  createdAt: v.string(),
  /** A request for its approval waits for a second person. */
  isAsked: v.boolean(),
})
export type DeskPayout = v.InferOutput<typeof DeskPayout>
export const DeskPayoutList = placedListOf(DeskPayout)
/** The payouts in one state, by the time of the request. */
export const DeskPayoutQuery = v.object({
  ...v.omit(listQuery(['createdAt']), ['q']).entries,
  ...afterPlace,
  state: v.optional(queryChoice(PayoutStatus.options), 'pending'),
})

/** A decision on a payout in the state and with the amount that the person saw; with others it is refused as a conflict. */
export const DecidePayout = v.object({
  ...DeskReason.entries,
  state: PayoutStatus,
  amount: v.pipe(v.number(), v.integer()),
})

/** A payment as staff see it. `count` and `refunded` are tokens of a wallet or cents of a card; `unit` cents each. */
export const DeskCharge = v.object({
  _id: uuid,
  number: v.number(),
  type: v.picklist(chargeTypes),
  payer: v.string(),
  creator: v.string(),
  paidBy: v.picklist(['wallet', 'card']),
  count: v.number(),
  unit: v.number(),
  refunded: v.number(),
  currency: v.string(),
  state: v.picklist(chargeStates),
  createdAt: v.string(),
  /** A refund to the card that is under way, or was refused; null for none. */
  refund: v.nullable(
    v.object({ state: v.picklist(['asked', 'failed']), amount: v.number(), failure: v.nullable(v.string()) }),
  ),
  isAsked: v.boolean(),
})
export type DeskCharge = v.InferOutput<typeof DeskCharge>
export const DeskChargeList = placedListOf(DeskCharge)
/** All payments, or those in one state. `q`: the username of a payer or creator, or an id. */
export const DeskChargeQuery = v.object({
  ...listQuery(['createdAt']).entries,
  ...afterPlace,
  state: v.optional(queryChoice(chargeStates)),
})

const count = v.pipe(
  v.number('Enter a whole number.'),
  v.integer('Enter a whole number.'),
  v.minValue(1, 'Enter a whole number.'),
  v.maxValue(100_000_000, 'This is more than anything costs.'),
)

/** `POST /desk/charges/{id}/refund`. `refunded`: what had been given back when the person looked. */
export const DeskRefund = v.object({ ...DeskReason.entries, count, refunded: v.pipe(v.number(), v.integer()) })

/** `POST /desk/tokens`. */
export const DeskGrant = v.object({
  ...DeskReason.entries,
  username: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.minLength(1, 'Enter the username of the account.'),
    v.maxLength(40),
  ),
  tokens: v.pipe(
    v.number('Give whole tokens, from 1 to 1,000,000.'),
    v.integer('Give whole tokens, from 1 to 1,000,000.'),
    v.minValue(1, 'Give whole tokens, from 1 to 1,000,000.'),
    v.maxValue(1_000_000, 'Give whole tokens, from 1 to 1,000,000.'),
  ),
})

export const couponKinds = ['top-up', 'subscription', 'product'] as const

const day = v.nullable(calendarDate('Choose a day.'))
const whole = v.pipe(
  v.number('Enter a whole number.'),
  v.integer('Enter a whole number.'),
  v.minValue(1, 'Enter a whole number.'),
  v.maxValue(100_000_000, 'This number is too large.'),
)

/** The terms of a coupon. `off`, `minimum`: cents, of products tokens. `from`, `until`: days in UTC, both included. */
const couponTerms = {
  kinds: v.pipe(v.array(v.picklist(couponKinds)), v.minLength(1, 'Choose what the coupon is for.'), v.maxLength(3)),
  percent: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, 'A discount is 1 to 90 percent.'),
      v.maxValue(90, 'A discount is 1 to 90 percent.'),
    ),
  ),
  off: v.nullable(whole),
  minimum: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000_000)),
  /** Over all; null for any number. */
  uses: v.nullable(whole),
  usesEach: whole,
  /** The username of the creator whose things it lowers; null for all. */
  creator: v.nullable(
    v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(/^[a-z0-9._-]{1,40}$/, 'There is no such creator.')),
  ),
  from: day,
  until: day,
}

/** `POST /desk/coupons`. */
export const NewCoupon = v.pipe(
  v.object({
    _id: uuid,
    code: v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z0-9-]{3,40}$/, 'A code has 3 to 40 letters, digits and hyphens.'),
    ),
    ...couponTerms,
  }),
  v.forward(
    v.check(({ percent, off }) => (percent === null) !== (off === null), 'Give either a percentage or an amount.'),
    ['percent'],
  ),
)

/** `PUT /desk/coupons/{id}`: switches a coupon off or on. Its terms stay: somebody may have paid by them. */
export const SwitchCoupon = v.object({ isOn: v.boolean() })

const lateTerms = { uses: v.nullable(whole), until: day }

/**
 * `PUT /desk/coupons/{id}/terms`: the terms that may change once somebody has used the coupon. `seen`: as they stood when the
 * person looked; with others it is refused as a conflict.
 */
export const ChangeCoupon = v.object({ ...lateTerms, seen: v.object(lateTerms) })

export const DeskCoupon = v.object({
  _id: uuid,
  code: v.string(),
  ...couponTerms,
  /** Uses that count. */
  used: v.number(),
  isOn: v.boolean(),
})
export type DeskCoupon = v.InferOutput<typeof DeskCoupon>
export const DeskCouponList = listOf(DeskCoupon)
/** The newest first. */
export const DeskCouponQuery = v.omit(listQuery(['createdAt']), ['q'])

const packageTokens = v.pipe(
  v.number('Choose whole tokens.'),
  v.integer('Choose whole tokens.'),
  v.minValue(1, 'Choose whole tokens.'),
  v.maxValue(1_000_000, 'A package has at most 1,000,000 tokens.'),
)

/** `PUT /desk/packages/{id}`: makes a package or changes one. `version`: of the list that the person saw. */
export const SavePackage = v.object({
  version: v.pipe(v.number(), v.integer()),
  name: v.pipe(
    v.string(),
    shown,
    v.trim(),
    visible('Name the package.'),
    v.maxLength(60, 'A name has at most 60 characters.'),
    storable,
  ),
  tokens: packageTokens,
  bonus: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
})
export const PackageParams = v.object({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/, 'This id is not valid.')) })
export const PackageVersion = v.object({ version: queryInteger(0, 0, 999_999_999) })

const DeskPackage = v.object({
  _id: v.string(),
  name: v.string(),
  tokens: v.number(),
  bonus: v.number(),
  amount: v.number(),
})
/** `GET /desk/packages`. `amount`: cents. */
export const DeskPackages = v.object({ version: v.number(), currency: v.string(), packages: v.array(DeskPackage) })
export type DeskPackages = v.InferOutput<typeof DeskPackages>
