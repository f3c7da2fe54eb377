import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { dayName } from './message-time.ts'

const now = new Date(2026, 10, 21, 9, 30)
const day = (...at: [number, number, number]) => dayName(new Date(...at).getTime(), now, 'en-GB')

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('a day is named as people would', () => {
  expect(day(2026, 10, 21)).toBe('Today')
  expect(day(2026, 10, 20)).toBe('Yesterday')
  expect(day(2026, 10, 16)).toBe('Monday')
  expect(day(2026, 10, 14)).toBe('Sat 14 November')
  expect(day(2025, 0, 2)).toBe('2 January 2025')
})

test('a day to come, by a clock that runs ahead, is a date', () => {
  expect(day(2026, 10, 23)).toBe('Mon 23 November')
})
