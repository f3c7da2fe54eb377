// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LibraryDialog } from './library-dialog.tsx'
import type { LibraryKind } from './library-kind.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../core/api/use-paged-list.ts', () => ({
  usePagedList: (list: object) => {
    asked(list)
    return { items: [], total: 0, isLoading: false, failure: null, retry: () => {}, reload: async () => {} }
  },
}))
vi.mock('./use-sent-marks.ts', () => ({ useSentMarks: () => new Map() }))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: (() => ({ data: { data: [] } })) as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => asked.mockClear())
afterEach(cleanup)

test.each<[LibraryKind[], object]>([
  // The newest page may hold none of it: the server alone can narrow.
  [['photo'], { reusable: 'yes', status: 'ready', type: 'photo' }],
  [['photo', 'video', 'audio'], { reusable: 'yes', status: 'ready' }],
])('for %j the server is asked for %j', (kinds, query) => {
  render(
    <I18nProvider i18n={i18n}>
      <LibraryDialog {...{ kinds, room: 1, present: [], onClose: () => {}, onChosen: () => {} }} />
    </I18nProvider>,
  )
  expect(asked.mock.calls.map(([list]) => (list as { query: object }).query)).toEqual([query])
})
