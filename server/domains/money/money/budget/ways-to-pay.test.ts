import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { PaymentOrder } from '../../payments/orders/entity.ts'

const domains = join(import.meta.dirname, '../../..')

/** The sources of the domains that hold a text, by their paths. */
function holding(text: RegExp): string[] {
  return globSync('**/*.ts', { cwd: domains })
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path) && text.test(readFileSync(join(domains, path), 'utf8')))
    .map((path) => relative('money', path))
    .toSorted()
}

test('charges are written in two places, and each of their callers asks the limits of the fan first', () => {
  expect(holding(/create\(Charge,/)).toEqual(['money/charges/card-sale.ts', 'money/charges/take.ts'])
  // One capture of a hold, whose cap was asked for when it began.
  expect(holding(/\bwriteCharge\(/)).toEqual(['money/charges/take.ts', 'money/holds/commands.ts'])
  // One settlement of an order, whose amount was asked for when it was placed.
  expect(holding(/\brecordCardSale\(/)).toEqual(['money/charges/card-sale.ts', 'subscriptions/purchase/order-kind.ts'])
  expect(holding(/\bcreate\(PaymentOrder,/)).toEqual(['payments/orders/place.ts'])
  expect(holding(/\bcreate\(MoneyHold,/)).toEqual(['money/holds/commands.ts'])
  expect(holding(/\brequireWithinBudget\(/)).toEqual([
    ...['../live/shows/requests/request-show.ts', 'money/budget/require-within-budget.ts', 'money/charges/take.ts'],
    ...['money/holds/commands.ts', 'payments/orders/place.ts'],
  ])
})

test('an order at the provider is a top-up, which is no spending, or names the creator whom it pays', () => {
  expect(PaymentOrder.meta.properties.kind.items).toEqual(['top-up', 'subscription'])
})
