import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'
import type { Budget } from '@vesper/sync/vesper/records/budget.ts'

/**
 * The wallet on an account's devices: a copy of the ledger's balances, written in the transaction that moves them.
 * `balance` is all that can be spent, `granted` the part of it that was given, `debt` what has to be paid back first.
 */
export const Wallet = defineEntity({
  name: 'Wallet',
  tableName: 'wallet',
  properties: {
    userId: p.uuid().primary(),
    balance: p.bigint('number'),
    granted: p.bigint('number'),
    held: p.bigint('number'),
    debt: p.bigint('number'),
    /** The limits that the fan has set, with what was spent at the latest change; null where none were. */
    budget: p.json<Budget>().nullable(),
    /** Counts its changes. */
    seq: p.bigint('number'),
    updatedAt: p.datetime(),
  },
})

export type Wallet = InferEntity<typeof Wallet>
