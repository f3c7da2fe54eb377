// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, renderHook } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { $session } from '../../../core/session/model.ts'
import { useAppPages } from './use-app-pages.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('a page has one address however often it is drawn: a row that has the focus keeps it', () => {
  const { result, rerender } = pagesFor('write', { isPerformer: true })
  const before = result.current
  rerender()
  expect(result.current).toEqual(before)
  expect(before.map(({ path }) => path)).toEqual(['/creator/studio/new'])
})

test('a fan finds no page of creators', () => {
  expect(pagesFor('write', { isPerformer: false }).result.current).toEqual([])
})

function pagesFor(words: string, user: Partial<Profile>) {
  const session = { state: 'signed-in', token: 'token', remember: true, user: { _id: 'me', ...user } } as never
  const scope = fork({ values: [[$session, session]] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <Provider value={scope}>{children}</Provider>
    </I18nProvider>
  )
  return renderHook(() => useAppPages(words), { wrapper })
}
