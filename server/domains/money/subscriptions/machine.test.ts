import { SUBSCRIPTION_STATUSES } from '@vesper/sync/vesper/records/subscription.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOver, nextStatus, subscriptionEvents } from './machine.ts'
import { addMonths, monthsOf, nextTerm, reminderOf, retryAfter, unusedPart } from './terms.ts'

const DAY_MS = 86_400_000
const on = (text: string) => new Date(`${text}T12:00:00Z`)
/** The present of a subscription whose creator has never paused. */
const presentAt = (at: Date) => ({ at, now: at, moved: (date: Date) => date })
const anyDate = fc.date({ min: on('2024-01-01'), max: on('2032-12-31'), noInvalidDate: true })

test('the table has these transitions and no others', () => {
  const table = SUBSCRIPTION_STATUSES.flatMap((status) =>
    subscriptionEvents.flatMap((event) => {
      try {
        return [`${status} ${event} ${nextStatus(status, event)}`]
      } catch {
        return []
      }
    }),
  )
  expect(table).toEqual([
    ...['incomplete pay active', 'incomplete end ended', 'incomplete revoke revoked'],
    ...['active pay active', 'active fail past_due', 'active cancel canceling', 'active resume active'],
    ...['active end ended', 'active revoke revoked'],
    ...['past_due pay active', 'past_due fail past_due', 'past_due cancel ended', 'past_due end ended'],
    'past_due revoke revoked',
    ...['canceling pay active', 'canceling cancel canceling', 'canceling resume active', 'canceling end ended'],
    'canceling revoke revoked',
  ])
})

test('an unlisted event is a conflict in words, and nothing leads out of an end', () => {
  expect(() => nextStatus('ended', 'resume')).toThrow('This subscription has ended. Subscribe again to go on.')
  expect(() => nextStatus('incomplete', 'cancel')).toThrow('This subscription is not paid yet.')
  expect(() => nextStatus('past_due', 'resume')).toThrow('The last renewal was not paid.')
  expect(SUBSCRIPTION_STATUSES.filter(isOver)).toEqual(['ended', 'revoked'])
})

test('day 31 is the last day of a short month, and comes back', () => {
  const months = [0, 1, 2, 3, 13].map((count) => addMonths(on('2027-01-31'), count).toISOString().slice(0, 10))
  expect(months).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29'])
})

test('terms follow each other without a gap and without an overlap, whatever their lengths', () => {
  const lengths = fc.array(fc.constantFrom(1, 3, 6, 12), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyDate, lengths, (anchor, added) => {
      let state = { anchor, months: 0, paidThrough: anchor, accessUntil: new Date(anchor.getTime() + 1) }
      for (const months of added) {
        const { startsAt, ...next } = nextTerm(state, months, presentAt(anchor))
        expect(startsAt).toEqual(state.paidThrough)
        expect(next.paidThrough.getTime()).toBeGreaterThan(startsAt.getTime())
        state = { ...next, accessUntil: next.paidThrough }
      }
      expect(state.paidThrough).toEqual(
        addMonths(
          anchor,
          added.reduce((all, one) => all + one, 0),
        ),
      )
    }),
  )
})

test('a term after an interruption begins now', () => {
  const over = { anchor: on('2027-01-01'), months: 1, paidThrough: on('2027-02-01'), accessUntil: on('2027-02-04') }
  expect(nextTerm(over, 1, presentAt(on('2027-02-03')))).toMatchObject({
    startsAt: on('2027-02-01'),
    paidThrough: on('2027-03-01'),
  })
  expect(nextTerm(over, 1, presentAt(on('2027-02-04')))).toMatchObject({
    startsAt: on('2027-02-04'),
    paidThrough: on('2027-03-04'),
  })
})

test('a failed renewal is tried on days 1, 3, 5 and 7, and never after', () => {
  const end = on('2027-02-01')
  const after = (days: number) => retryAfter(end, new Date(end.getTime() + days * DAY_MS))
  const daysOf = (date: Date | null) => date && (date.getTime() - end.getTime()) / DAY_MS
  expect([0, 0.5, 1, 3, 4, 5, 6.9, 7, 30].map((days) => daysOf(after(days)))).toEqual([1, 1, 3, 5, 5, 7, 7, null, null])
})

test('long terms and free ones are reminded of, a week before', () => {
  const end = on('2027-02-08')
  expect(reminderOf('yearly', end)).toEqual(on('2027-02-01'))
  expect(reminderOf('half-yearly', end)).toEqual(on('2027-02-01'))
  expect(reminderOf('free', end)).toEqual(on('2027-02-01'))
  expect([reminderOf('monthly', end), reminderOf('quarterly', end)]).toEqual([null, null])
  expect([monthsOf('free', 2), monthsOf('half-yearly', 2)]).toEqual([2, 6])
})

test('the unused part of a price is never more than the price, nor negative, and whole before the term begins', () => {
  const term = { startsAt: on('2027-02-01'), endsAt: on('2027-03-01') }
  expect(unusedPart(term, 280, on('2027-01-15'))).toBe(280)
  expect(unusedPart(term, 280, on('2027-02-08'))).toBe(210)
  expect(unusedPart(term, 280, on('2027-03-05'))).toBe(0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), anyDate, (price, now) => {
      const part = unusedPart(term, price, now)
      expect(part >= 0 && part <= price).toBe(true)
    }),
  )
})
