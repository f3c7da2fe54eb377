// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { browserOnlineChanged, serverMissed, serverReached } from '../../core/connection/model.ts'
import { OfflineNotice } from './offline-notice.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each([
  [true, "Offline. Changes are sent when you're back online."],
  [false, 'Offline. You need a connection to log in or sign up.'],
])(
  'one sentence says what it means to be offline, signed in or not (%s), and goes when it is over',
  async (signedIn, said) => {
    const scope = fork()
    render(
      <Provider value={scope}>
        <I18nProvider i18n={i18n}>
          <OfflineNotice signedIn={signedIn} />
        </I18nProvider>
      </Provider>,
    )
    const notice = screen.getByRole('status')
    expect(notice.textContent).toBe('')
    await act(() => allSettled(serverMissed, { scope }))
    expect(notice.textContent).toBe(said)
    await act(() => allSettled(browserOnlineChanged, { scope, params: false }))
    expect(notice.textContent).toBe(said)
    await act(() => allSettled(browserOnlineChanged, { scope, params: true }))
    await act(() => allSettled(serverReached, { scope }))
    expect(notice.textContent).toBe('')
  },
)
