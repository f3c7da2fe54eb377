import { defineEntity, p } from '@mikro-orm/core'
import { chargeTypes } from '@vesper/sync/vesper/api/charges.ts'

/**
 * Sums of one creator, one day (UTC) and one type of charge: sales on the day on which they were made, refunds on theirs. Days
 * before `until` of the fold are complete, and later ones have no rows. Money is in 1/10,000 of the currency.
 */
export const EarningDay = defineEntity({
  name: 'EarningDay',
  tableName: 'earning_day',
  properties: {
    performerId: p.uuid().primary(),
    day: p.date().primary(),
    type: p.enum(chargeTypes).primary(),
    sales: p.integer(),
    tax: p.bigint('number'),
    commission: p.bigint('number'),
    net: p.bigint('number'),
    refunds: p.bigint('number'),
  },
})

/** The midnight up to which days are folded: one row, none before the first fold. */
export const EarningFold = defineEntity({
  name: 'EarningFold',
  tableName: 'earning_fold',
  checks: [{ name: 'earning_fold_one_check', expression: 'id = 1' }],
  properties: {
    id: p.integer().primary(),
    until: p.datetime(),
  },
})
