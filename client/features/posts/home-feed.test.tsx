// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { HomeFeed } from './home-feed.tsx'
import { useFeed } from './use-feed.ts'
import type { OlderState } from './use-feed.ts'

vi.mock('./use-feed.ts', () => ({ useFeed: vi.fn() }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({
  WithSync: ({ children }: { children: unknown }) => children,
  useSync: () => ({}),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each<[OlderState, boolean]>([
  ['idle', false],
  ['offline', false],
  ['end', true],
])('where the newest posts are all removed ones, and what follows is %s, the feed is empty: %s', (older, isEmpty) => {
  vi.mocked(useFeed).mockReturnValue({ posts: [], authors: new Map(), older, showOlder: () => {} })
  render(
    <I18nProvider i18n={i18n}>
      <HomeFeed viewerId="me" contents="here" />
    </I18nProvider>,
  )
  expect(screen.queryByText('No posts yet') !== null).toBe(isEmpty)
  expect(screen.queryByRole('list', { name: 'Posts' }) === null).toBe(isEmpty)
})
