// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { ComponentProps, ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FirstSteps } from './first-steps.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, search, children }: { to: string; search: Record<string, string>; children: ReactNode }) => (
    <a href={`${to}?${new URLSearchParams(search)}`}>{children}</a>
  ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const fan = { avatar: null, bio: '', isPerformer: false }

test('a new account finds the steps, each with its way', () => {
  show({})
  expect(rows()).toEqual(['Find creators to follow: open', 'Finish your profile: open', 'Install Vesper: open'])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...['/explore?', '/user/account?', '/user/account?tab=app'],
  ])
})

test('each step is ticked off by what the account has done', () => {
  show({ followed: 1, install: 'done', user: { ...fan, avatar: '/a', bio: 'Hello' } })
  expect(rows()).toEqual(['Find creators to follow: done', 'Finish your profile: done', 'Install Vesper: done'])
})

test.each([
  ['a picture alone', { ...fan, avatar: '/a' }],
  ['words alone', { ...fan, bio: 'Hello' }],
  ['blanks', { ...fan, avatar: '/a', bio: ' \n' }],
])('%s finish no profile', (_, user) => {
  show({ user })
  expect(rows()).toContain('Finish your profile: open')
})

test('a browser that cannot install offers no such step', () => {
  show({ install: 'none' })
  expect(rows()).toHaveLength(2)
})

function rows(): string[] {
  return screen
    .getAllByRole('listitem')
    .map(
      (row) =>
        `${row.querySelector('.font-semibold')?.firstChild?.textContent}: ${/Done/.test(row.textContent) ? 'done' : 'open'}`,
    )
}

function show(props: Partial<ComponentProps<typeof FirstSteps>>): void {
  render(
    <I18nProvider i18n={i18n}>
      <FirstSteps user={fan} followed={0} install="offered" {...props} />
    </I18nProvider>,
  )
}
