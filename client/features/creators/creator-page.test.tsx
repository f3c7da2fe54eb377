// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { useShownPageName } from '../../core/page/page-name.ts'
import { CreatorPage } from './creator-page.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function Name() {
  return <output>{useShownPageName()}</output>
}

function show(failure: Error): void {
  vi.mocked(callApi).mockRejectedValue(failure)
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <I18nProvider i18n={i18n}>
        <CreatorPage
          {...{ profileId: 'nobody_here', viewer: null, held: null, follow: () => null, onMessage: null }}
          {...{ create: null, tips: () => null, actions: null, tabs: () => [], tab: undefined, onTab: () => {} }}
        />
        <Name />
      </I18nProvider>
    </SWRConfig>,
  )
}

test('a name that no creator has leads to the start page, and the title says that nothing was found', async () => {
  show(new Refusal('not-found', 'There is no such creator.'))
  expect(await screen.findByRole('heading', { name: 'There is no such creator', level: 1 })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the start page' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('status').textContent).toBe('Not found')
})

test('a creator who could not be read is not said to be missing', async () => {
  show(new ConnectionError())
  expect(await screen.findByRole('heading', { name: 'This page could not be loaded', level: 1 })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('')
})
