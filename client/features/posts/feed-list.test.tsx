// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { serverMissed, serverReached } from '../../core/connection/model.ts'
import { FeedList } from './feed-list.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('older posts load by themselves when the server answers again, and the words say which line is missing', async () => {
  const scope = fork()
  await allSettled(serverMissed, { scope })
  const onOlder = vi.fn()
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <FeedList posts={[]} authors={new Map()} older="offline" onOlder={onOlder} />
      </I18nProvider>
    </Provider>,
  )
  expect(screen.getByText('Older posts load when you are back online.')).toBeTruthy()
  expect(onOlder).not.toHaveBeenCalled()
  await act(() => allSettled(serverReached, { scope }))
  expect(onOlder).toHaveBeenCalledOnce()
  expect(screen.getByText('Older posts could not be loaded.')).toBeTruthy()
})

test('older posts are asked for however the end has come near: also when it was far in the same moment', async () => {
  let notice: IntersectionObserverCallback = () => {}
  class Observer extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      super(callback)
      notice = callback
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const onOlder = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <FeedList posts={[]} authors={new Map()} older="idle" onOlder={onOlder} />
    </I18nProvider>,
  )
  const entries = [{ isIntersecting: false }, { isIntersecting: true }] as IntersectionObserverEntry[]
  notice(entries, {} as IntersectionObserver)
  expect(onOlder).toHaveBeenCalledOnce()
})
