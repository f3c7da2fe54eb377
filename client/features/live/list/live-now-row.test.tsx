// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, within } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { $offline } from '../../../core/connection/model.ts'
import { LiveNowRow } from './live-now-row.tsx'

const live = vi.hoisted(() => ({ streams: undefined as object[] | undefined, isOffline: false }))
vi.mock('../../../entities/live/use-live-now.ts', () => ({ useLiveNow: () => ({ streams: live.streams }) }))
vi.mock('effector-react', async (original) => ({
  ...(await original<object>()),
  useUnit: (unit: unknown) => unit === $offline && live.isOffline,
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, params, title, children }: { to: string; params?: object; title?: string; children: ReactNode }) => (
    <a
      href={Object.values(params ?? {}).reduce<string>((path, value) => path.replace(/\$\w+/, String(value)), to)}
      title={title}
    >
      {children}
    </a>
  ),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const stream = (name: string, username: string | null) => ({
  ...{ _id: name, title: `${name} at night` },
  performer: { _id: `id-${name}`, name, username, avatar: null, isPerformer: true },
})

function show(streams: object[] | undefined, isOffline = false) {
  Object.assign(live, { streams, isOffline })
  return render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <LiveNowRow />
      </I18nProvider>
    </Provider>,
  ).container
}

test('each creator who is live leads to their stream, and one link to all', () => {
  show([stream('Mara', 'mara'), stream('Noor', null)])
  const list = screen.getByRole('list', { name: 'Live now' })
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('title')])).toEqual([
    ['/live/mara', 'Mara at night'],
    ['/live/id-Noor', 'Noor at night'],
  ])
  expect(links[0]?.textContent).toContain('Mara')
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe('/live')
})

test('nothing stands there while nobody is live, before the first answer, and without a connection', () => {
  expect(show([]).innerHTML).toBe('')
  expect(show(undefined).innerHTML).toBe('')
  expect(show([stream('Mara', 'mara')], true).innerHTML).toBe('')
})
