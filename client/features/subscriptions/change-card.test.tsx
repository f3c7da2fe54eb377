// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Card } from '@vesper/sync/vesper/api/cards.ts'
import type { Subscription } from '@vesper/sync/vesper/records/subscription.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $browserOnline } from '../../core/connection/model.ts'
import { ChangeCardDialog } from './change-card-dialog.tsx'
import { ChangeCard } from './change-card.tsx'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const held = {
  ...{ _id: id(2), status: 'active', autoRenew: true, source: 'card' },
  performer: { _id: id(1), name: 'Ines', username: 'ines', avatar: null, isPerformer: true },
  card: { brand: 'visa', last4: '4242', isUsable: true },
} as Subscription
const card = (n: number, edit: Partial<Card>): Card => ({
  ...{ _id: id(n), brand: 'visa', last4: `000${n}`, expMonth: 1, expYear: 2030, isDefault: false },
  ...{ status: 'active', subscriptions: [], ...edit },
})

let cards: Card[] = []
const onClose = vi.fn()
const { callApi, wake } = vi.hoisted(() => ({ callApi: vi.fn(), wake: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../core/sync/sync.ts'), async (load) => ({
  ...(await load()),
  currentSync: () => ({ wake }) as never,
}))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: (() => ({ data: { data: cards, total: cards.length } })) as never,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ children, to }: { children: ReactNode; to: string }) => <a href={to}>{children}</a>) as never,
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  cards = [
    card(4, { subscriptions: [{ _id: held._id, name: 'Ines' }] }),
    card(5, {}),
    card(6, { status: 'expired' }),
    card(7, { status: 'expiring' }),
  ]
  callApi.mockReset()
  wake.mockReset()
  onClose.mockReset()
})
afterEach(cleanup)

function open(content: ReactNode, isOffline = false): void {
  render(
    <Provider value={fork({ values: [[$browserOnline, !isOffline]] })}>
      <I18nProvider i18n={i18n}>{content}</I18nProvider>
    </Provider>,
  )
}

const openDialog = (isOffline = false) => open(<ChangeCardDialog subscription={held} onClose={onClose} />, isOffline)
const renew = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Renew with this card' })

test('the other cards that can pay are offered, and the chosen one is sent', async () => {
  callApi.mockResolvedValue(held)
  openDialog()
  const sheet = screen.getByRole('dialog', { name: 'The card for Ines' })
  expect(
    within(sheet)
      .getAllByRole('radio')
      .map((radio) => radio.closest('label')?.textContent),
  ).toEqual(['Visa ···· 0005', 'Visa ···· 0007'])
  expect(renew().disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Visa ···· 0007' }))
  fireEvent.click(renew())
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(callApi.mock.calls).toMatchObject([
    [{ method: 'PUT', path: `/subscriptions/${held._id}/card`, body: { cardId: id(7) } }],
  ])
  // The card of the subscription comes with the next pull, which does not wait for the real-time connection.
  expect(wake).toHaveBeenCalledExactlyOnceWith('poke')
})

test('a refusal stays in the sheet, in its words', async () => {
  callApi.mockRejectedValue(new Refusal('conflict', 'This card cannot be used any more. Choose another one.'))
  openDialog()
  fireEvent.click(screen.getByRole('radio', { name: 'Visa ···· 0005' }))
  fireEvent.click(renew())
  await screen.findByText('This card cannot be used any more. Choose another one.')
  expect(onClose).not.toHaveBeenCalled()
})

test('without another card the sheet leads to the cards; without a connection nothing is sent', () => {
  openDialog(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Visa ···· 0005' }))
  expect(renew().disabled).toBe(true)
  cleanup()
  cards = cards.slice(0, 1)
  openDialog()
  expect(screen.getByRole('link', { name: 'Add a card' }).getAttribute('href')).toBe('/cards')
  expect(screen.queryByRole('button', { name: 'Renew with this card' })).toBeNull()
})

test.each([
  ['renews by card', {}, 1],
  ['is paid with tokens', { card: null, source: 'wallet' as const }, 0],
  ['is canceled', { status: 'canceling' as const, autoRenew: false }, 0],
  ['has an open renewal', { status: 'past_due' as const }, 0],
])('a subscription that %s', (_standing, edit, count) => {
  open(<ChangeCard subscription={{ ...held, ...edit }} named="name" />)
  expect(screen.queryAllByRole('button', { name: 'Change card' })).toHaveLength(count)
})
