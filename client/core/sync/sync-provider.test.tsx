// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FollowOrLoginButton } from '../../app/flows/follow-or-login-button.tsx'
import { $session } from '../session/model.ts'
import { WithSync } from './sync-provider.tsx'
import type { SyncState } from './sync.ts'

const engine = vi.hoisted(() => ({ state: undefined as unknown as SyncState, listeners: new Set<() => void>() }))

vi.mock('./sync.ts', async (original) => ({
  ...(await original<object>()),
  syncState: () => engine.state,
  subscribeToSync: (listener: () => void) => {
    engine.listeners.add(listener)
    return () => engine.listeners.delete(listener)
  },
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  engine.listeners.clear()
})

test('a page says that the storage does not answer, a part of one is left out, and both come when it opens', () => {
  engine.state = { state: 'opening', account: 'a', isLate: false }
  render(
    <I18nProvider i18n={i18n}>
      <WithSync fallback={<p>coming</p>}>a page</WithSync>
      <WithSync fallback={null}>, a part</WithSync>
    </I18nProvider>,
  )
  expect(document.body.textContent).toBe('coming')
  turn({ state: 'opening', account: 'a', isLate: true })
  expect(screen.getByText('The storage of this browser does not open')).toBeTruthy()
  expect(screen.queryByText('coming')).toBeNull()
  turn({ state: 'on', account: 'a', sync: {} as never, unwatch: () => {} })
  expect(document.body.textContent).toBe('a page, a part')
})

test('a page of several parts says once that the storage does not open, in the first part that still stands', () => {
  engine.state = { state: 'failed', account: 'a', error: new Error('damaged') }
  const page = (parts: readonly string[]) => (
    <I18nProvider i18n={i18n}>
      {parts.map((part) => (
        <section key={part} aria-label={part}>
          <WithSync fallback="coming">{part}</WithSync>
        </section>
      ))}
    </I18nProvider>
  )
  const saidIn = () =>
    screen
      .getAllByText('The storage of this browser does not open')
      .map((sentence) => sentence.closest('section')?.getAttribute('aria-label'))
  const { rerender } = render(page(['list', 'thread']))
  expect(saidIn()).toEqual(['list'])
  expect(screen.queryByText('coming')).toBeNull()
  rerender(page(['thread']))
  expect(saidIn()).toEqual(['thread'])
})

function turn(state: SyncState): void {
  engine.state = state
  act(() => engine.listeners.forEach((listener) => listener()))
}

test('the ways to follow somebody leave it to the page to say that the storage does not answer', () => {
  engine.state = { state: 'opening', account: 'a', isLate: false }
  const { container } = render(
    <Provider value={fork({ values: [[$session, { state: 'signed-in', user: { _id: 'a' } }]] })}>
      <FollowOrLoginButton creator={{ _id: 'c' } as Creator} />
    </Provider>,
  )
  expect(container.childElementCount).toBe(1)
  turn({ state: 'opening', account: 'a', isLate: true })
  expect(container.childElementCount).toBe(0)
})
