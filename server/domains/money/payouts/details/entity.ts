import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** Where a creator's money goes. Bank details are sealed; what stands beside them may be seen by the creator. */
export const PayoutDetails = defineEntity({
  name: 'PayoutDetails',
  tableName: 'payout_details',
  properties: {
    performerId: p.uuid().primary(),
    method: p.enum(['stripe', 'bank'] as const).nullable(),
    bank: p.text().nullable(),
    bankLast4: p.string().length(4).nullable(),
    bankCountry: p.string().length(2).nullable(),
    bankChangedAt: p.datetime().nullable(),
    /** No payout can be asked for or approved before: a thief of the account has no use of new details at once. */
    lockedUntil: p.datetime().nullable(),
    /** The account at the payment provider. */
    accountId: p.string().length(255).nullable().unique(),
    isAccountReady: p.boolean().default(false),
    updatedAt: p.datetime(),
  },
})

export type PayoutDetails = InferEntity<typeof PayoutDetails>
