import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import { OFFER_AUDIENCES, OFFER_KINDS } from '@vesper/sync/vesper/api/offers.ts'
import type { Term } from '@vesper/sync/vesper/records/subscription.ts'

/** A creator's promise behind a code: free days, or a lower price of a first term. It is never deleted. */
export const Offer = defineEntity({
  name: 'Offer',
  tableName: 'offer',
  indexes: [{ properties: ['performerId', 'createdAt'] }],
  checks: [
    {
      name: 'offer_promise_check',
      expression: `(kind = 'trial' and days is not null and percent is null) or (kind = 'discount' and percent is not null and days is null)`,
    },
  ],
  properties: {
    /** Made by the creator. */
    id: p.uuid().primary(),
    performerId: p.uuid(),
    /** Folded as coupons' codes are. */
    code: p.string().length(40).unique(),
    kind: p.enum(OFFER_KINDS),
    days: p.integer().nullable(),
    percent: p.integer().nullable(),
    /** The terms that a discount lowers; empty for a trial. */
    terms: p.json<Term[]>(),
    audience: p.enum(OFFER_AUDIENCES),
    listId: p.uuid().nullable(),
    /** So many uses over all; null for any number. */
    usesMax: p.integer().nullable(),
    endsAt: p.datetime().nullable(),
    isActive: p.boolean().default(true),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/**
 * A use of an offer. `id` is that of the purchase or of the trial, so that a use that is sent twice is one. It counts unless
 * it is `released`: its order was not paid.
 */
export const OfferUse = defineEntity({
  name: 'OfferUse',
  tableName: 'offer_use',
  indexes: [
    { properties: ['offerId', 'userId'] },
    { properties: ['performerId', 'userId', 'createdAt'] },
    { properties: ['userId'] },
  ],
  uniques: [{ properties: ['performerId', 'userId'], name: 'offer_use_trial_unique', where: "kind = 'trial'" }],
  properties: {
    id: p.uuid().primary(),
    offerId: p.uuid(),
    performerId: p.uuid(),
    userId: p.uuid(),
    kind: p.enum(OFFER_KINDS),
    status: p.enum(['reserved', 'confirmed', 'released'] as const),
    /** Cents of the first term; 0 for a trial. */
    price: p.integer(),
    /** The charge that paid the first term; null for a trial, and until it is paid. */
    chargeId: p.uuid().nullable(),
    createdAt: p.datetime(),
  },
})

export type Offer = InferEntity<typeof Offer>
export type OfferUse = InferEntity<typeof OfferUse>
