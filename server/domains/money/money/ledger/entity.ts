import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity, TriggerDef } from '@mikro-orm/core'

/** The owner of the platform's own accounts. */
export const PLATFORM = '00000000-0000-0000-0000-000000000000'

/**
 * The accounts of the ledger: the unit that each is kept in, and whether its balance is kept beside its entries. Money is in
 * 1/10,000 of the currency. `tracked` accounts take a row lock, so only those that are checked at a charge are tracked.
 */
export const accountKinds = {
  tokens_issued: { unit: 'tokens', owner: 'platform', tracked: false },
  tokens_promo: { unit: 'tokens', owner: 'platform', tracked: false },
  tokens_spent: { unit: 'tokens', owner: 'platform', tracked: false },
  /** Tokens that a fan has bought. */
  fan_paid: { unit: 'tokens', owner: 'account', tracked: true },
  /** Tokens that a fan was given. */
  fan_granted: { unit: 'tokens', owner: 'account', tracked: true },
  /** Tokens that a fan spent although their payment was taken back; 0 or less. */
  fan_debt: { unit: 'tokens', owner: 'account', tracked: true },
  gateway_clearing: { unit: 'money', owner: 'platform', tracked: false },
  deferred_revenue: { unit: 'money', owner: 'platform', tracked: false },
  promo_expense: { unit: 'money', owner: 'platform', tracked: false },
  chargeback_loss: { unit: 'money', owner: 'platform', tracked: false },
  tax: { unit: 'money', owner: 'platform', tracked: false },
  revenue: { unit: 'money', owner: 'platform', tracked: false },
  /** Payments beyond what was ordered, until they are given back. */
  surplus: { unit: 'money', owner: 'platform', tracked: false },
  earn_pending: { unit: 'money', owner: 'account', tracked: false },
  earn_available: { unit: 'money', owner: 'account', tracked: true },
  payout_held: { unit: 'money', owner: 'account', tracked: true },
} as const

export type AccountKind = keyof typeof accountKinds

/** Accounts whose balance, less what is held, never goes below 0. */
export const FLOORED = ['fan_paid', 'fan_granted', 'payout_held'] as const satisfies readonly AccountKind[]

/** The trigger that refuses to change a row. Another one, which only the migration knows, keeps the whole table. */
function fixed(table: string): TriggerDef {
  return {
    ...{ name: `${table}_fixed`, timing: 'before', events: ['update', 'delete'] },
    expression: `create trigger ${table}_fixed before update or delete on "${table}" for each row execute function money_refuse_change()`,
  }
}

const kinds = Object.keys(accountKinds) as [AccountKind, ...AccountKind[]]

/** One account. `balance`, `held` and `version` count for tracked ones only. Written by `money_post` alone. */
export const MoneyAccount = defineEntity({
  name: 'MoneyAccount',
  tableName: 'money_account',
  triggers: [
    {
      ...{ name: 'money_account_kept', timing: 'before', events: ['delete'] },
      expression:
        'create trigger money_account_kept before delete on "money_account" for each row execute function money_refuse_change()',
    },
  ],
  uniques: [{ properties: ['kind', 'ownerId'] }],
  checks: [
    { name: 'money_account_held_check', expression: 'held >= 0' },
    { name: 'money_account_floor_check', expression: 'floor is null or balance - held >= floor' },
  ],
  properties: {
    id: p.bigint().primary().autoincrement(),
    kind: p.enum(kinds),
    unit: p.enum(['tokens', 'money'] as const),
    ownerId: p.uuid(),
    tracked: p.boolean(),
    balance: p.bigint().defaultRaw('0'),
    held: p.bigint().defaultRaw('0'),
    floor: p.bigint().nullable(),
    version: p.bigint().defaultRaw('0'),
  },
})

/** One event of money. It is never changed: a mistake is set right by another that reverses it. */
export const MoneyTransfer = defineEntity({
  name: 'MoneyTransfer',
  tableName: 'money_transfer',
  triggers: [
    {
      ...{ name: 'money_transfer_sums', timing: 'after', events: ['insert'] },
      expression: `create constraint trigger money_transfer_sums after insert on "money_transfer"
        deferrable initially deferred for each row execute function money_check_transfer()`,
    },
    fixed('money_transfer'),
  ],
  uniques: [{ properties: ['scope', 'key'] }],
  indexes: [{ properties: ['refId'] }, { properties: ['reversesId'] }],
  properties: {
    id: p.uuid().primary(),
    /** `scope` and `key` name the event: told twice, it is one transfer. */
    scope: p.string().length(30),
    key: p.string().length(100),
    /** Stands for all that was asked, so that a key is not used for something else. */
    requestHash: p.string().length(64),
    kind: p.string().length(30),
    refId: p.uuid().nullable(),
    reversesId: p.uuid().nullable(),
    /** Null for what the platform does by itself. */
    actorId: p.uuid().nullable(),
    eventAt: p.datetime(),
    createdAt: p.datetime(),
    /** Its transaction: entries join it in this one only. */
    xid: p.string().length(20).defaultRaw('(pg_current_xact_id())::text'),
  },
})

/** One line of a transfer. The lines of one unit sum to 0; the database refuses the commit otherwise. */
export const MoneyEntry = defineEntity({
  name: 'MoneyEntry',
  tableName: 'money_entry',
  triggers: [
    {
      ...{ name: 'money_entry_open', timing: 'before', events: ['insert'] },
      expression:
        'create trigger money_entry_open before insert on "money_entry" for each row execute function money_check_entry()',
    },
    fixed('money_entry'),
  ],
  uniques: [{ properties: ['accountId', 'version'] }],
  checks: [{ name: 'money_entry_amount_check', expression: 'amount <> 0' }],
  properties: {
    transferId: p.uuid().primary(),
    line: p.integer().primary(),
    accountId: p.bigint(),
    amount: p.bigint(),
    /** The balance of a tracked account after this entry. */
    balanceAfter: p.bigint().nullable(),
    version: p.bigint().nullable(),
  },
})

export type MoneyAccount = InferEntity<typeof MoneyAccount>
