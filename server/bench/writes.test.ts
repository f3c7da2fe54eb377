import { expect, test } from 'vitest'
import { kindsBelow, slower, writesOf, writesPage } from './writes.ts'

const nothing = () => Promise.resolve()
const works = { plain: nothing, tracked: nothing, 'tracked-hot': nothing, sent: nothing, 'sent-hot': nothing }

test('ratios are of medians, to plain inserts of the same run', async () => {
  const rates = [100, 50, 25, 20, 10, 300, 50, 25, 20, 10, 100, 50, 25, 20, 10]
  const writes = await writesOf(works, { rounds: 3, perSecond: () => Promise.resolve(rates.shift() ?? 0) })
  expect(writes.ratios).toEqual({ tracked: 0.5, 'tracked-hot': 0.25, sent: 0.2, 'sent-hot': 0.1 })
  expect(writesPage(writes)).toContain('| sendMessage, in one conversation | 10 tx/s | 0.10× |')
})

test('names kinds of writes that are more than 30 % slower than stored', () => {
  const stored = { tracked: 0.5, 'tracked-hot': 0.25, sent: 0.2, 'sent-hot': 0.1 }
  const now = { ...stored, sent: 0.15 }
  expect(kindsBelow(stored, { ...stored, sent: 0.16 })).toEqual([])
  expect(kindsBelow(stored, now)).toEqual(['sent'])
  expect(slower('sent', stored, now)).toContain('0.15 times plain inserts, stored are 0.2 (33 % worse)')
})

test('names kinds of writes that only the stored or only the measured ratios have', () => {
  const stored = { tracked: 0.5, 'tracked-hot': 0.25, sent: 0.2 }
  expect(kindsBelow(stored, { ...stored, 'sent-hot': 0.1 })).toEqual(['sent-hot'])
  expect(kindsBelow({ ...stored, 'sent-hot': 0.1 }, stored)).toEqual(['sent-hot'])
})
