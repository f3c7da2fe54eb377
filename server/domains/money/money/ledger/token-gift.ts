import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/**
 * Tokens that an account was given at one time, and when they end. The ledger alone has how many of them are left: those that
 * end first are spent first, so what is left belongs to the gifts that end last.
 */
export const TokenGift = defineEntity({
  name: 'TokenGift',
  tableName: 'token_gift',
  indexes: [
    { properties: ['userId'], name: 'token_gift_user_index', where: 'expired_tokens is null' },
    { properties: ['expiresAt'], name: 'token_gift_due_index', where: 'expired_tokens is null' },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    tokens: p.integer(),
    expiresAt: p.datetime(),
    /** When the account was told that it ends. */
    noticedAt: p.datetime().nullable(),
    /** The tokens that were taken back at its end; null while it lasts. */
    expiredTokens: p.integer().nullable(),
    createdAt: p.datetime(),
  },
})

export type TokenGift = InferEntity<typeof TokenGift>
