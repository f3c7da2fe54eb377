// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { InstallCard } from './install-card.tsx'
import { keepInstallPrompt } from './install-prompt.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the offer waits for the service worker, and then for the next time that the page is opened', async () => {
  const active = Promise.withResolvers<void>()
  const serviceWorker = { controller: null, ready: active.promise }
  vi.stubGlobal('navigator', { userAgent: 'Linux', maxTouchPoints: 0, serviceWorker })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  keepInstallPrompt()
  dispatchEvent(new Event('beforeinstallprompt'))
  const shown = render(createElement(I18nProvider, { i18n }, createElement(InstallCard)))
  expect(shown.container.innerHTML).toBe('')
  await act(async () => active.resolve())
  // It would push down what is read.
  expect(shown.container.innerHTML).toBe('')
  cleanup()
  vi.stubGlobal('navigator', {
    userAgent: 'Linux',
    maxTouchPoints: 0,
    serviceWorker: { ...serviceWorker, controller: {} },
  })
  const again = render(createElement(I18nProvider, { i18n }, createElement(InstallCard)))
  expect(await again.findByRole('region')).toBeTruthy()
})
