// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, within } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { History } from './history.tsx'

const performer = { _id: 'ines', name: 'Ines', username: 'ines', avatar: null }
const tip = {
  ...{ _id: 'tip', type: 'tip', targetId: 'ines', performer, tokens: 50, amount: 250, tax: 40, currency: 'USD' },
  ...{ status: 'done', message: 'For the fog, with thanks <b>!</b>', createdAt: '2026-11-20T10:00:00.000Z' },
}
const silent = { ...tip, _id: 'silent', message: '' }

vi.mock(import('../../core/api/api.ts'), async (load) => ({
  ...(await load()),
  callApi: (async ({ path }: { path: string }) =>
    path === '/wallet/charges/search' ? { data: [tip, silent], total: 2 } : { data: [], total: 0 }) as never,
}))
vi.mock(import('../../core/session/session.ts'), async (load) => ({ ...(await load()), signedInUser: () => null }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('a tip shows the words that went with it, whole and as they were written', async () => {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <SWRConfig value={{ provider: () => new Map() }}>
          <History />
        </SWRConfig>
      </I18nProvider>
    </Provider>,
  )
  const list = within(await screen.findByRole('list', { name: 'History' }))
  const [spoken, other] = list.getAllByRole('listitem')
  const words = list.getByText(tip.message)
  expect(spoken?.contains(words)).toBe(true)
  expect(words.getAttribute('dir')).toBe('auto')
  expect(words.className).not.toContain('truncate')
  expect(other?.textContent).toContain('Tip to Ines')
  expect(other?.querySelectorAll('[dir="auto"]')).toHaveLength(2)
})
