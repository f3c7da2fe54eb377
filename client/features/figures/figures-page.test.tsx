// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from '../../core/api/api.ts'
import { figuresCsv } from './export-figures.ts'
import { FiguresPage } from './figures-page.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))
vi.mock(import('../../core/session/session.ts'), async (original) => ({
  ...(await original()),
  signedInUser: () => null,
}))

const figures: ThingFigures = {
  ...{ _id: 'p', kind: 'feed', title: 'Low tide', status: 'published', access: 'paid' },
  ...{ publishedAt: '2026-11-20T10:00:00.000Z', views: 1200, likes: 30, comments: 4, sales: 2, tokens: 60 },
  ...{ conversion: 0.125, sources: { home: 900, link: 300 } },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => vi.mocked(callApi).mockResolvedValue({ data: [figures], total: 1 }))
afterEach(cleanup)

function show(onSearch = vi.fn()) {
  render(
    <I18nProvider i18n={i18n}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <FiguresPage search={{}} onSearch={onSearch} />
      </SWRConfig>
    </I18nProvider>,
  )
  return onSearch
}

test('the table names each post with its figures, and sorts by a column', async () => {
  const onSearch = show()
  const table = await screen.findByRole('table', { name: 'Figures by post' })
  const row = within(table).getAllByRole('row')[1] as HTMLElement
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([...['Nov 20, 2026', '1,200', '30', '4', '2', '60', '12.5%']])
  expect(within(table).getByRole('columnheader', { name: 'Published' }).getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(table).getByRole('button', { name: 'Tokens' }))
  fireEvent.click(within(table).getByRole('button', { name: 'Published' }))
  expect(onSearch.mock.calls).toEqual([[{ sortBy: 'tokens', sort: 'desc' }], [{ sortBy: 'publishedAt', sort: 'asc' }]])
})

test('a range and a kind are chosen', async () => {
  const onSearch = show()
  fireEvent.change(screen.getByLabelText('Range'), { target: { value: 'all' } })
  fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'video' } })
  expect(onSearch.mock.calls).toEqual([[{ range: 'all' }], [{ kind: 'video' }]])
})

test('a row opens the places where the post was seen', async () => {
  show()
  fireEvent.click((await screen.findAllByRole('button', { name: 'Low tide' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Low tide' })
  const texts = within(dialog)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
  expect(texts).toEqual(['1,200', '30', '4', '2', '60', '12.5%', '900', '0', '0', '300', '0', '0', '0'])
})

test('says that nothing is published yet', async () => {
  vi.mocked(callApi).mockResolvedValue({ data: [], total: 0 })
  show()
  expect(await screen.findByText('Nothing to count yet')).toBeTruthy()
})

test('a title that a spreadsheet would run is only a text in the table for it', () => {
  const names = {
    ...{ home: 'Home', explore: 'Explore', creator: 'Your page', link: 'Link from outside' },
    ...{ message: 'Messages', search: 'Search', other: 'Elsewhere' },
  }
  const csv = figuresCsv([{ ...figures, title: '=HYPERLINK("https://evil.test")', conversion: null }], names)
  expect(csv.split('\r\n')[0]).toContain('Views: Link from outside')
  expect(csv.split('\r\n')[1]).toBe(
    `2026-11-20T10:00:00.000Z,"'=HYPERLINK(""https://evil.test"")",/posts/p,1200,30,4,2,60,,900,0,0,300,0,0,0`,
  )
})
