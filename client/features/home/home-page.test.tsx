// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { HomePage } from './home-page.tsx'

const screenSize = vi.hoisted(() => ({ isWide: false }))
vi.mock('../../ui/use-is-wide-screen.ts', () => ({ useHasColumn: () => screenSize.isWide }))
vi.mock('../../ui/text/page-header.tsx', () => ({ PageHeader: ({ title }: { title: string }) => <h1>{title}</h1> }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function open(install: ReactNode): void {
  render(
    <I18nProvider i18n={i18n}>
      <HomePage
        name="Ada"
        install={install}
        announcements={null}
        live={null}
        conversations={<p>Conversations</p>}
        creators={<p>Creators</p>}
        feed={<p>Feed</p>}
      />
    </I18nProvider>,
  )
}

test('the offer to install has a row of its own, because a row that scrolls sideways would press it together', () => {
  open(<section aria-label="Install" />)
  const people = screen.getByText('Conversations').parentElement
  const offer = screen.getByRole('region', { name: 'Install' })
  expect(people?.contains(screen.getByText('Creators'))).toBe(true)
  expect(people?.contains(offer)).toBe(false)
  expect(offer.compareDocumentPosition(screen.getByText('Feed'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('without an offer, and while nobody is live, their rows take no room', () => {
  open(null)
  const rows = [...(screen.getByRole('main').children ?? [])].filter((row) => row.childNodes.length === 0)
  expect(rows.map(({ className }) => className.includes('empty:hidden'))).toEqual([true, true])
})

test.each([
  { isWide: false, order: ['Conversations', 'Feed'] },
  { isWide: true, order: ['Feed', 'Conversations'] },
])('Tab goes through the page as it is read, with the people beside the feed: $isWide', ({ isWide, order }) => {
  screenSize.isWide = isWide
  open(null)
  const [first = '', second = ''] = order
  const place = screen.getByText(first).compareDocumentPosition(screen.getByText(second))
  expect(place).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
