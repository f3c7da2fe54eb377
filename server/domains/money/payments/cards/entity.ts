import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** The customer that an account is at the payment provider. */
export const PaymentCustomer = defineEntity({
  name: 'PaymentCustomer',
  tableName: 'payment_customer',
  properties: {
    userId: p.uuid().primary(),
    customerId: p.string().length(255),
    createdAt: p.datetime(),
  },
})

/**
 * A card that an account has saved at the provider. `id` is made by its owner. `open` is not confirmed yet; a card that
 * paid what was disputed is `blocked`. Its date tells if it expires.
 */
export const PaymentCard = defineEntity({
  name: 'PaymentCard',
  tableName: 'payment_card',
  indexes: [{ properties: ['userId'] }, { properties: ['fingerprint'] }],
  uniques: [{ properties: ['userId'], name: 'payment_card_default_unique', where: 'is_default' }],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    status: p.enum(['open', 'active', 'removed', 'blocked'] as const).default('open'),
    isDefault: p.boolean().default(false),
    checkoutId: p.string().length(255).nullable().unique(),
    url: p.text().nullable(),
    /** The provider's id of it. */
    methodId: p.string().length(255).nullable(),
    brand: p.string().length(30).default(''),
    last4: p.string().length(4).default(''),
    expMonth: p.integer().default(0),
    expYear: p.integer().default(0),
    fingerprint: p.string().length(255).nullable(),
    createdAt: p.datetime(),
    /** The page that confirms the card closes at this time. */
    expiresAt: p.datetime(),
  },
})

export type PaymentCard = InferEntity<typeof PaymentCard>
