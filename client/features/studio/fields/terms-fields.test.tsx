// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TermsFields } from './terms-fields.tsx'

const now = Date.UTC(2026, 10, 21, 9)
const DAY_MS = 86_400_000

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => vi.useFakeTimers({ now }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test.each([
  ['none', null, undefined],
  ['a year ahead', now + 366 * DAY_MS, undefined],
  ['a minute more', now + 366 * DAY_MS + 60_000, 'A post can be scheduled a year ahead at most.'],
  ['past', now - 60_000, 'This time has passed.'],
])('of a time that is %s the field says whether it can be', (...[, time, error]) => {
  const scheduledAt = time === null ? null : new Date(time).toISOString()
  const content = { access: 'public' as const, price: 0, scheduledAt }
  render(
    <I18nProvider i18n={i18n}>
      <TermsFields content={content} hasTime asked={nothingAsked} isReadOnly={false} onEdit={() => {}} />
    </I18nProvider>,
  )
  const field = screen.getByLabelText('Publish at')
  const said = document.getElementById(`${field.id}-error`)?.textContent
  expect([said, field.hasAttribute('aria-invalid'), field.hasAttribute('disabled')]).toEqual([
    error,
    error !== undefined,
    false,
  ])
})

const nothingAsked = { field: { current: null }, isAsked: false }
