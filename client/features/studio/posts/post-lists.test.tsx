// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { serverMissed, serverReached } from '../../../core/connection/model.ts'
import { PublishedList } from './post-lists.tsx'
import { usePublished } from './use-own-posts.ts'

vi.mock('./use-bulk-posts.ts', () => ({ useBulkPosts: () => ({ things: [] }) }))
vi.mock('./use-own-posts.ts', () => ({ usePublished: vi.fn(), useScheduled: vi.fn() }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('older posts of one’s own load by themselves when the server answers again, and the words say which line is missing', async () => {
  const scope = fork()
  await allSettled(serverMissed, { scope })
  const showMore = vi.fn()
  vi.mocked(usePublished).mockReturnValue({ items: [], older: 'offline', showMore })
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <PublishedList accountId="me" contents="here" waiting={[]} />
      </I18nProvider>
    </Provider>,
  )
  expect(screen.getByText('Older posts load when you are back online.')).toBeTruthy()
  expect(showMore).not.toHaveBeenCalled()
  await act(() => allSettled(serverReached, { scope }))
  expect(showMore).toHaveBeenCalledOnce()
  expect(screen.getByText('Older posts could not be loaded.')).toBeTruthy()
})
