// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReviewWords } from './review-words.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

const creator: Profile = {
  ...{ _id: '019350a0-0000-7000-8000-000000000000', email: 'a@demo.test', emailVerified: true, username: 'a' },
  ...{ name: 'A', bio: '', avatar: null, cover: null, isPerformer: true, balance: 0, verification: 'approved' },
  ...{ createdAt: '', updatedAt: '' },
}

function show(changes: Partial<Profile>): string {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <ReviewWords user={{ ...creator, ...changes }} />
    </I18nProvider>,
  )
  return container.textContent
}

test('says nothing to a creator whom fans can reach', () => {
  expect(show({})).toBe('')
})

test('says that a review is under way and what can be done meanwhile', () => {
  expect(show({ verification: 'submitted' })).toBe(
    'Your account is being reviewed. You can prepare drafts and your page.See your documents',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/creator/verification')
})

test('leads to a new link where the address is not confirmed', () => {
  expect(show({ verification: 'submitted', emailVerified: false })).toMatch(
    /^Confirm your email address.*Your account is being reviewed/,
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/creator/account')
})

test('gives the reason of a rejection, and the way to send documents again', () => {
  const text = show({ verification: 'rejected', rejectionReason: 'The selfie is blurred.', emailVerified: false })
  expect(text).toMatch(/not approved.*The selfie is blurred\..*Your drafts and your page are kept/)
  expect(screen.getByRole('link', { name: 'Send your documents again' }).getAttribute('href')).toBe(
    '/creator/verification',
  )
})
