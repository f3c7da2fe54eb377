import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { regionalLocale } from './date-format.ts'

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

test('dates are formatted here alone', async () => {
  const root = join(import.meta.dirname, '..')
  const found: string[] = []
  for await (const file of glob('{app,core,features,routes,ui}/**/*.{ts,tsx}', { cwd: root })) {
    if (file.includes('.test.') || file === 'ui/date-format.ts') continue
    if (/Intl\.DateTimeFormat|toLocale(Date|Time)String/.test(await readFile(join(root, file), 'utf8')))
      found.push(file)
  }
  expect(found).toEqual([])
})
