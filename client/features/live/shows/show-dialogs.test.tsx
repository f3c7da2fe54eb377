// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Stream } from '@vesper/sync/vesper/api/live-streams.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { browserOnlineChanged } from '../../../core/connection/model.ts'
import { $session } from '../../../core/session/model.ts'
import { leftPaymentsOf } from '../../../entities/payments/top-up/left-payments.ts'
import { AskDialog } from './ask-dialog.tsx'
import { askShow } from './ask-show.ts'
import { TakeSeat } from './take-seat.tsx'
import { leavingWithLimit, typedLimit } from './typed-limit.ts'

const { asked, navigate } = vi.hoisted(() => ({
  asked: vi.fn<(name: string, event: object) => Promise<object>>(),
  navigate: vi.fn(),
}))
vi.mock(import('../../../core/live/socket.ts'), async (load) => ({ ...(await load()), askNow: asked as never }))
vi.mock(import('../../../core/api/use-fresh-answer.ts'), () => ({
  useFreshAnswer: (() => ({ data: { accepts: true, rate: 60, minimum: 2 } })) as never,
}))
vi.mock(import('../../../entities/payments/use-wallet.ts'), () => ({
  useWallet: () => ({ balance: 900, granted: 0, held: 0, debt: 0 }),
}))
vi.mock(import('../../../core/sync/with-sync-dialog.tsx'), () => ({
  WithSyncDialog: (({ children }: { children: ReactNode }) => children) as never,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({ ...(await load()), useNavigate: () => navigate as never }))

const page = '/live/mara'
const mara = { _id: 'mara', name: 'Mara', username: 'mara', avatar: null, isPerformer: true }
const stream = { _id: 'tonight', rate: 30, performer: mara } as unknown as Stream

const user = { _id: 'me', isPerformer: false } as Profile
const session = { state: 'signed-in', token: 'token', remember: true, user } as const

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  asked.mockReset().mockResolvedValue({ ok: true, show: { _id: 'show' } })
  navigate.mockReset()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function open(dialog: ReactNode, { isOnline = true } = {}) {
  const scope = fork({ values: [[$session, session]] })
  await allSettled(browserOnlineChanged, { scope, params: isOnline })
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>{dialog}</I18nProvider>
    </Provider>,
  )
}

function leaveWith(limit: string): void {
  const paid = { orderId: 'o', checkoutId: 'c', state: 'paid' } as const
  leftPaymentsOf('me').keep({ ...leavingWithLimit(page, limit), ...paid })
}

const limit = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Pay at most (tokens)' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const askDialog = <AskDialog performer={mara} page={page} onClose={vi.fn()} />

test('a limit that was typed is there after a top-up in both dialogs, and is forgotten with the show', async () => {
  leaveWith('250')
  await open(askDialog)
  expect(limit().value).toBe('250')
  cleanup()
  const onSeated = vi.fn()
  await open(<TakeSeat stream={stream} onSeated={onSeated} />)
  press('Take a seat')
  expect(limit().value).toBe('250')
  fireEvent.click(screen.getAllByRole('button', { name: 'Take a seat' }).at(-1) as HTMLElement)
  await waitFor(() => expect(onSeated).toHaveBeenCalledOnce())
  expect(asked.mock.calls[0]).toMatchObject(['show:seat', { streamId: 'tonight', cap: 250, rateSeen: 30 }, 10_000])
  expect(typedLimit('me', page)).toBeNull()
})

test('without a connection both dialogs say why nothing is asked for, and ask for nothing', async () => {
  const why = 'Needs a connection. A request is never sent later by itself.'
  await open(askDialog, { isOnline: false })
  expect(screen.getByRole('status').textContent).toBe(why)
  const ask = screen.getByRole<HTMLButtonElement>('button', { name: 'Ask Mara' })
  expect(ask.disabled).toBe(true)
  fireEvent.click(ask)
  cleanup()
  await open(<TakeSeat stream={stream} onSeated={vi.fn()} />, { isOnline: false })
  press('Take a seat')
  expect(screen.getByRole('status').textContent).toBe(why)
  const take = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Take a seat' }).at(-1)
  expect(take?.disabled).toBe(true)
  if (take) fireEvent.click(take)
  expect(asked).not.toHaveBeenCalled()
})

test('a request whose line breaks is not sent again by itself', async () => {
  asked.mockRejectedValue(new Error('The server cannot be reached.'))
  await expect(askShow('show:end', { requestId: 'show' })).rejects.toThrow('The server cannot be reached.')
  await open(askDialog)
  press('Ask Mara')
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  await screen.findByRole('alert')
  expect(asked).toHaveBeenCalledTimes(2)
  expect(navigate).not.toHaveBeenCalled()
})
