// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { PagedList } from './paged-list.tsx'
import type { Pages } from './paged-list.tsx'

type Item = { _id: string; name: string }

const onMore = vi.fn()
const retry = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const two = [
  { _id: 'a', name: 'Ada' },
  { _id: 'b', name: 'Ben' },
]

function show(list: Partial<Pages<Item>>, offline?: string) {
  render(
    <I18nProvider i18n={i18n}>
      <PagedList
        list={{ items: undefined, total: 0, hasMore: false, isLoading: false, failure: null, retry, ...list }}
        label="People"
        failedTitle="People could not be loaded"
        skeleton="A skeleton"
        empty="Nobody here"
        offline={offline}
        onMore={onMore}
      >
        {({ name }) => name}
      </PagedList>
    </I18nProvider>,
  )
}

test('shows the skeleton until the first page is there', () => {
  show({ isLoading: true })
  expect(screen.getByText('A skeleton')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('a first page that fails is an error with another try', () => {
  show({ failure: 'The server is away.' })
  expect(screen.getByRole('alert').textContent).toContain('The server is away.')
  expect(screen.getByText('People could not be loaded')).toBeTruthy()
  fireEvent.click(screen.getByText('Try again'))
  expect(retry).toHaveBeenCalledOnce()
})

test('says that the list is not there without a connection', () => {
  show({ failure: 'The server is away.' }, 'Not without a connection')
  expect(screen.getByText('Not without a connection')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('items that are there stay without a connection', () => {
  show({ items: two, total: 2 }, 'Not without a connection')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Ada', 'Ben'])
  expect(screen.queryByText('Not without a connection')).toBeNull()
})

test('a list without items is empty', () => {
  show({ items: [] })
  expect(screen.getByText('Nobody here')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

test('a whole list offers nothing more', () => {
  show({ items: two, total: 2 })
  expect(screen.getByRole('list', { name: 'People' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('shows more on demand, and a press while a page loads does nothing', () => {
  show({ items: two, total: 3, hasMore: true })
  fireEvent.click(screen.getByText('Show more'))
  expect(onMore).toHaveBeenCalledOnce()
  cleanup()
  show({ items: two, total: 3, hasMore: true, isLoading: true })
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(button)
  expect(onMore).toHaveBeenCalledOnce()
})

test('a page that fails is told below the items, with another try', () => {
  show({ items: two, total: 3, hasMore: true, failure: 'The server is away.' })
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('alert').textContent).toBe('The server is away.')
  fireEvent.click(screen.getByText('Try again'))
  expect([retry.mock.calls.length, onMore.mock.calls.length]).toEqual([1, 0])
})
