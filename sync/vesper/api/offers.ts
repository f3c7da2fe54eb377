import * as v from 'valibot'
import { Participant } from '../records/conversation.ts'
import { TERMS } from '../records/subscription.ts'
import { listOf, moment, storable, uuid, whole } from './fields.ts'

/** A creator can have at most so many offers that are not over. */
export const OFFERS_MAX = 100

export const OFFER_KINDS = ['trial', 'discount'] as const
/** `new` never subscribed to the creator. `expired` did, and does no longer. `list`: fans on one list of the creator. */
export const OFFER_AUDIENCES = ['all', 'new', 'expired', 'list'] as const

const id = v.pipe(uuid, v.toLowerCase())

const usesMax = v.nullable(
  v.pipe(
    v.number('Enter a whole number of uses.'),
    v.integer('Enter a whole number of uses.'),
    v.minValue(1, 'Allow at least one use.'),
    v.maxValue(100_000, 'Allow at most 100,000 uses.'),
  ),
)

/** The parts of an offer that its creator can change later. `usesMax` and `endsAt` are null for no limit. */
const changeable = {
  usesMax,
  endsAt: v.nullable(moment('Choose the day on which the offer ends.')),
  audience: v.picklist(OFFER_AUDIENCES, 'Choose who can use the offer.'),
  /** The list of `audience` `list`; null for the others. */
  listId: v.optional(v.nullable(id), null),
}

const Code = v.pipe(
  v.string('Enter a code of letters and digits.'),
  whole,
  storable,
  v.maxLength(60, 'A code has at most 40 characters.'),
)

const days = v.pipe(
  v.number('Choose 1 to 90 days.'),
  v.integer('Choose 1 to 90 days.'),
  v.minValue(1, 'Choose 1 to 90 days.'),
  v.maxValue(90, 'Choose 1 to 90 days.'),
)

const percent = v.pipe(
  v.number('Choose 1 to 99 percent.'),
  v.integer('Choose 1 to 99 percent.'),
  v.minValue(1, 'Choose 1 to 99 percent.'),
  v.maxValue(99, 'Choose 1 to 99 percent.'),
)

const terms = v.pipe(
  v.array(v.picklist(TERMS)),
  v.minLength(1, 'Choose at least one term.'),
  v.maxLength(TERMS.length),
  v.transform((chosen) => TERMS.filter((term) => chosen.includes(term))),
)

const made = { _id: id, code: Code, ...changeable }

/** `POST /performer/offers`. The same `_id` again is the same offer. A code is compared in upper case. */
export const OfferBody = v.variant('kind', [
  v.object({ ...made, kind: v.literal('trial'), days }),
  v.object({ ...made, kind: v.literal('discount'), percent, terms }),
])

/** `PUT /performer/offers/{id}`. The promise itself stays: fans have its link. */
export const OfferChanges = v.object(changeable)

export const OfferParams = v.object({ id })

/**
 * An offer for its creator. `started`: subscriptions or trials that began with it. `subscribedAfter`: fans who paid a term after
 * a trial, or another term after a discounted one. `earned`: the creator's part of their terms since, in 1/10,000 of the currency.
 */
export const Offer = v.object({
  _id: v.string(),
  code: v.string(),
  kind: v.picklist(OFFER_KINDS),
  days: v.nullable(v.number()),
  percent: v.nullable(v.number()),
  terms: v.array(v.picklist(TERMS)),
  audience: v.picklist(OFFER_AUDIENCES),
  listId: v.nullable(v.string()),
  usesMax: v.nullable(v.number()),
  endsAt: v.nullable(v.string()),
  /** `used-up` and `ended` can be used by nobody. */
  state: v.picklist(['active', 'used-up', 'ended']),
  uses: v.number(),
  started: v.number(),
  subscribedAfter: v.number(),
  earned: v.number(),
  createdAt: v.string(),
})

/** `GET /performer/offers`: all of the creator, the latest first. */
export const OfferList = listOf(Offer)

export const JoinParams = v.object({ code: Code })

/** `GET /join/{code}`: an offer as its viewer sees it. Prices are cents of the first term, `after` with the offer. */
export const JoinOffer = v.object({
  code: v.string(),
  kind: v.picklist(OFFER_KINDS),
  days: v.nullable(v.number()),
  percent: v.nullable(v.number()),
  endsAt: v.nullable(v.string()),
  creator: Participant,
  prices: v.array(v.object({ type: v.picklist(TERMS), before: v.number(), after: v.number() })),
  /** False for the creator alone; an offer that cannot be used is not found. */
  canUse: v.boolean(),
})

/** `POST /join/{code}`: starts a trial. The same `_id` again is the same trial. */
export const JoinBody = v.object({ _id: id })

/** A trial that lasts or has just ended, for its fan. It ends by itself and is never charged. */
export const Trial = v.object({ _id: v.string(), performer: Participant, accessUntil: v.string() })
export const TrialList = listOf(Trial)

/** A trial that lasts, for the creator. */
export const TrialFan = v.object({ _id: v.string(), fan: Participant, accessUntil: v.string() })
export const TrialFanList = listOf(TrialFan)

export type Offer = v.InferOutput<typeof Offer>
export type OfferBody = v.InferOutput<typeof OfferBody>
export type OfferChanges = v.InferOutput<typeof OfferChanges>
export type JoinOffer = v.InferOutput<typeof JoinOffer>
export type Trial = v.InferOutput<typeof Trial>
