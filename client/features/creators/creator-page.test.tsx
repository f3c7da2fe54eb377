// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { useShownPageName } from '../../core/page/page-name.ts'
import { CreatorPage } from './creator-page.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: ReactNode }) => children }))
vi.mock(import('../../core/api/api.ts'), async (original) => ({ ...(await original()), callApi: vi.fn() }))

vi.mock(import('../../core/i18n/lazy-with-texts.ts'), async () => {
  const { lazy } = await import('react')
  return { lazyAgain: ((load: () => Promise<never>) => lazy(async () => ({ default: await load() }))) as never }
})

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function Name() {
  return <output>{useShownPageName()}</output>
}

function show(failure: Error, held: Creator | null = null): void {
  vi.mocked(callApi).mockRejectedValue(failure)
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <I18nProvider i18n={i18n}>
        <CreatorPage
          {...{ profileId: 'nobody_here', viewer: null, held, follow: () => null, onMessage: null }}
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

test('the page of a creator who takes a break says until when', async () => {
  const pauses = [{ _id: 'pause', startsAt: '2020-01-01T00:00:00.000Z', endsAt: '2220-01-01T00:00:00.000Z' }]
  const mara: Creator = {
    ...{ _id: 'mara', name: 'Mara', username: 'mara', avatar: null, isPerformer: true, bio: '', cover: null },
    ...{ country: null, verified: true, createdAt: '2026-01-01T00:00:00.000Z', pauses },
  }
  show(new ConnectionError(), mara)
  expect((await screen.findByText(/takes a break until Jan 1, 2220/)).textContent).toMatch(/^Mara takes a break/)
})
