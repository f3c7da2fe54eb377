// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formatMoment } from './format-moment.ts'
import { PauseNotice } from './pause-notice.tsx'

const HOUR_MS = 3_600_000
const NOW = Date.parse('2026-11-30T11:00:00.000Z')
const at = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.for([
  ['over', -48, 0, ''],
  ['lasting', -24, 48, /^Mara takes a break until Dec 3, 2026\. No subscription renews meanwhile/],
  ['within a week', 168, 192, /^Mara takes a break from Dec 8, 2026 to Dec 9, 2026\./],
  ['further ahead', 169, 192, ''],
  ['canceled', 24, 24, ''],
] as const)('of a pause that is %s', ([, start, end, text]) => {
  const pauses = [{ _id: v7(), startsAt: at(start), endsAt: at(end) }]
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <PauseNotice creator={{ name: 'Mara', pauses }} daysAhead={7} />
    </I18nProvider>,
  )
  if (text === '') expect(container.textContent).toBe('')
  else expect(container.textContent).toMatch(text)
})

test('a dialog that sells a term tells of a pause however far ahead', () => {
  const pauses = [{ _id: v7(), startsAt: at(169), endsAt: at(192) }]
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <PauseNotice creator={{ name: 'Mara', pauses }} />
    </I18nProvider>,
  )
  expect(container.textContent).toMatch(/^Mara takes a break from Dec 8, 2026/)
})

test('a moment within a day has its time', () => {
  expect(formatMoment(at(0), 'en')).toBe('Dec 1, 2026')
  expect(formatMoment(at(1), 'en')).toMatch(/^Dec 1, 2026, 1:00\sAM$/)
})
