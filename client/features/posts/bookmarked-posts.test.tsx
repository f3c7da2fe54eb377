// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { BookmarkedPosts } from './bookmarked-posts.tsx'
import { useBookmarks } from './use-bookmarks.ts'
import type { Bookmarks } from './use-bookmarks.ts'

vi.mock('./use-bookmarks.ts', () => ({ useBookmarks: vi.fn() }))
vi.mock('./post-card.tsx', () => ({ PostCard: () => 'A post' }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('bookmarks that could not be loaded are asked for when somebody asks', () => {
  const retry = vi.fn()
  const shown = [{ post: { _id: '1' }, author: null }] as unknown as Bookmarks['shown']
  const error = new Error('The server does not answer.')
  vi.mocked(useBookmarks).mockReturnValue({ shown, missing: 90, isAsking: false, error, retry })
  const page = (isOffline: boolean) => (
    <I18nProvider i18n={i18n}>
      <BookmarkedPosts contents="here" isOffline={isOffline} />
    </I18nProvider>
  )
  const { rerender } = render(page(true))
  expect(screen.queryByText(/90 more/)).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()

  rerender(page(false))
  expect(screen.queryByText(/90 more/)).toBeNull()
  fireEvent.click(screen.getByText('Try again'))
  expect(retry).toHaveBeenCalledOnce()
})
