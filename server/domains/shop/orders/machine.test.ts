import { OrderFulfilment, OrderPayment } from '@vesper/sync/vesper/records/order.ts'
import { describe, expect, test } from 'vitest'
import { after, allowedActions, dueOf, nextFulfilment, nextPayment, requireAllowed } from './machine.ts'
import type { FulfilmentEvent, OrderFacts, PaymentEvent, Role } from './machine.ts'

const PAID = new Date('2026-11-01T10:00:00Z')
const events: FulfilmentEvent[] = ['process', 'ship', 'receive', 'complete', 'cancel']
const roles: Role[] = ['buyer', 'seller', 'system', 'staff']

function facts(given: Partial<OrderFacts> = {}): OrderFacts {
  return {
    ...{
      type: 'physical',
      payment: 'paid',
      fulfilment: 'new',
      paidAt: PAID,
      deliveredAt: null,
      tokens: 10,
      refunded: 0,
    },
    ...{ request: null, ...given },
  }
}

test('these steps are possible, and no others', () => {
  const possible: string[] = []
  for (const fulfilment of OrderFulfilment.options)
    for (const event of events)
      for (const by of roles) {
        const to = nextFulfilment(facts({ fulfilment }), event, { by, now: after(PAID, 8) })
        if (to) possible.push(`${fulfilment} → ${to} by ${by}`)
      }
  expect(possible).toEqual([
    'new → processing by seller',
    'new → canceled by buyer',
    'new → canceled by seller',
    'new → canceled by system',
    'processing → shipped by seller',
    'processing → canceled by buyer',
    'processing → canceled by seller',
    'processing → canceled by system',
    'shipped → delivered by buyer',
    'shipped → delivered by system',
    'delivered → completed by buyer',
    'delivered → completed by system',
  ])
})

test('a buyer cancels what the seller has begun once the seller is silent for seven days', () => {
  const begun = facts({ fulfilment: 'processing' })
  const at = (now: Date) => nextFulfilment(begun, 'cancel', { by: 'buyer', now })
  expect([at(new Date(after(PAID, 7).getTime() - 1)), at(after(PAID, 7))]).toEqual([undefined, 'canceled'])
})

test('nothing completes while a request waits', () => {
  for (const state of ['open', 'appealed'] as const) {
    const asked = facts({ fulfilment: 'delivered', request: { state, isFinal: false, decidedAt: null } })
    expect(nextFulfilment(asked, 'complete', { by: 'system', now: after(PAID, 60) })).toBeUndefined()
    const complete = () => requireAllowed(asked, 'complete', { by: 'buyer', now: PAID })
    expect(complete).toThrow('You have asked for a refund of this order. It can be completed once that is decided.')
  }
})

describe('payments', () => {
  test('go these ways, and refuse the others', () => {
    const paymentEvents: PaymentEvent[] = ['part', 'whole', 'dispute', 'settle']
    const ways = OrderPayment.options.flatMap((payment) =>
      paymentEvents.flatMap((event) => {
        try {
          return [`${payment} ${event} ${nextPayment({ payment, refunded: 0 }, event)}`]
        } catch {
          return []
        }
      }),
    )
    expect(ways).toEqual([
      'paid part partly_refunded',
      'paid whole refunded',
      'paid dispute disputed',
      'partly_refunded part partly_refunded',
      'partly_refunded whole refunded',
      'partly_refunded dispute disputed',
      'disputed part disputed',
      'disputed whole refunded',
      'disputed settle paid',
    ])
  })

  test('a dispute that is settled leaves what was given back before', () => {
    expect(nextPayment({ payment: 'disputed', refunded: 3 }, 'settle')).toBe('partly_refunded')
  })
})

test('a buyer asks within 14 days of the delivery, and appeals once, within 14 days of the refusal', () => {
  const delivered = facts({ fulfilment: 'delivered', deliveredAt: PAID })
  const mayAsk = (now: Date) => allowedActions(delivered, 'buyer', now).includes('request-refund')
  expect([mayAsk(PAID), mayAsk(new Date(after(PAID, 14).getTime() - 1)), mayAsk(after(PAID, 14))]).toEqual([
    true,
    true,
    false,
  ])
  const refused = (isFinal: boolean) =>
    facts({ fulfilment: 'delivered', deliveredAt: PAID, request: { state: 'refused', isFinal, decidedAt: PAID } })
  expect(allowedActions(refused(false), 'buyer', after(PAID, 13))).toContain('appeal')
  expect(allowedActions(refused(false), 'buyer', after(PAID, 14))).not.toContain('appeal')
  expect(allowedActions(refused(true), 'buyer', PAID)).not.toContain('appeal')
  expect(allowedActions(refused(false), 'buyer', PAID)).not.toContain('request-refund')
})

test('an order that was given back as a whole takes no more refunds', () => {
  const all = facts({ fulfilment: 'delivered', payment: 'refunded', refunded: 10, deliveredAt: PAID })
  expect(allowedActions(all, 'seller', PAID)).toEqual([])
  expect(allowedActions(all, 'buyer', PAID)).toEqual(['complete'])
})

test('a job looks at an order when time takes the next step', () => {
  const none = { shippedAt: null, completedAt: null, isAddressShown: true }
  expect(dueOf({ ...facts(), ...none }, null)).toBeNull()
  expect(dueOf({ ...facts({ fulfilment: 'shipped' }), ...none, shippedAt: PAID }, null)).toEqual(after(PAID, 21))
  const delivered = { ...facts({ fulfilment: 'delivered', deliveredAt: PAID }), ...none }
  expect(dueOf(delivered, null)).toEqual(after(PAID, 14))
  expect(dueOf(delivered, { state: 'open', answerBy: after(PAID, 3) })).toEqual(after(PAID, 3))
  expect(dueOf(delivered, { state: 'appealed', answerBy: null })).toBeNull()
  const complete = { ...facts({ fulfilment: 'completed', deliveredAt: PAID }), ...none, completedAt: PAID }
  expect(dueOf(complete, null)).toEqual(after(PAID, 30))
  expect(dueOf({ ...complete, isAddressShown: false }, null)).toBeNull()
})
