import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { daysBetween, regionalLocale } from './date-format.ts'

const at = new Date(2026, 10, 26, 0, 31)

test.each([
  ['en', ['en-GB', 'en'], '26 Nov 2026, 00:31'],
  ['en', ['en-US', 'en'], 'Nov 26, 2026, 12:31 AM'],
  // Chrome lists American English for everybody: the first language is the device's.
  ['en', ['de-DE', 'de', 'en-US', 'en'], '26 Nov 2026, 00:31'],
  ['en', ['de'], '26 Nov 2026, 00:31'],
  ['en-GB', ['en-US'], '26 Nov 2026, 00:31'],
  ['en', [], 'Nov 26, 2026, 12:31 AM'],
  ['en', ['no such tag', 'en-GB'], '26 Nov 2026, 00:31'],
])('in %s, a device that wants %o shows %s', (language, wanted, shown) => {
  const format = new Intl.DateTimeFormat(regionalLocale(language, wanted), { dateStyle: 'medium', timeStyle: 'short' })
  expect(format.format(at).replaceAll('\u202f', ' ')).toBe(shown)
})

test('another language keeps the clock of the device', () => {
  const clock = (wanted: string[]) =>
    new Intl.DateTimeFormat(regionalLocale('ar', wanted), { timeStyle: 'short' }).resolvedOptions().hourCycle
  expect([clock(['de-DE']), clock(['en-US'])]).toEqual(['h23', 'h12'])
})

test('a date has the digits of the numbers beside it', () => {
  for (const language of ['ar', 'fa', 'en']) {
    const numbers = new Intl.NumberFormat(language).resolvedOptions().numberingSystem
    const dates = new Intl.DateTimeFormat(regionalLocale(language, ['ar-EG'])).resolvedOptions().numberingSystem
    expect(dates, language).toBe(numbers)
  }
})

afterEach(() => void vi.unstubAllEnvs())

/** East and west of Greenwich; both change their clocks. */
const ZONES = ['UTC', 'Pacific/Auckland', 'America/St_Johns']

test.each(ZONES)('days are counted by the midnights of %s', (zone) => {
  vi.stubEnv('TZ', zone)
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute)
  expect(daysBetween(at(26, 0), at(26, 23, 59))).toBe(0)
  expect(daysBetween(at(26, 23, 59), at(27, 0))).toBe(1)
  expect(daysBetween(at(27, 0), at(26, 23, 59))).toBe(-1)
  expect(daysBetween(at(26, 23, 59), at(28, 0))).toBe(2)
})

test.each(ZONES)('a day of 23 or 25 hours in %s is one day', (zone) => {
  vi.stubEnv('TZ', zone)
  const lengths = new Set<number>()
  for (let day = 1; day <= 365; day += 1) {
    const [midnight, next] = [new Date(2026, 0, day), new Date(2026, 0, day + 1)]
    lengths.add((next.getTime() - midnight.getTime()) / 3_600_000)
    expect(daysBetween(midnight, next), midnight.toString()).toBe(1)
  }
  expect([...lengths].toSorted((a, b) => a - b)).toEqual(zone === 'UTC' ? [24] : [23, 24, 25])
})

test('the tests of the client run outside of Greenwich', () => {
  expect(new Date(2026, 0, 1).getTimezoneOffset()).not.toBe(0)
})

test('dates are formatted here alone', async () => {
  const root = join(import.meta.dirname, '../..')
  const found: string[] = []
  for await (const file of glob('{app,core,features,routes,ui}/**/*.{ts,tsx}', { cwd: root })) {
    if (file.includes('.test.') || file === 'ui/text/date-format.ts') continue
    if (/Intl\.DateTimeFormat|toLocale(Date|Time)String/.test(await readFile(join(root, file), 'utf8')))
      found.push(file)
  }
  expect(found).toEqual([])
})
