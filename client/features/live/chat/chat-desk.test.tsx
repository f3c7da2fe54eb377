// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatSanction } from '@vesper/sync/vesper/api/chat-sanctions.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { SWRConfig } from 'swr'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { $browserOnline } from '../../../core/connection/model.ts'
import { ChatDesk } from './chat-desk.tsx'
import { roomOf } from './testing/room.ts'

const calls = vi.hoisted(() => ({ call: vi.fn(), ask: vi.fn() }))
vi.mock('../../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi: calls.call }))
vi.mock('../../../core/live/socket.ts', () => ({ askNow: calls.ask }))
vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: () => {} }))

const streamId = v7()
const mode = { slowSeconds: 0, followersMinutes: null, subscribersOnly: false, blockedTerms: ['raid'] }
const person = (name: string) => ({ _id: v7(), name, username: name, avatar: null, isPerformer: false })
const sanction = (name: string, given: Partial<ChatSanction> = {}): ChatSanction => {
  const user = person(name)
  return { _id: user._id, user, kind: 'ban', until: null, createdAt: '2026-11-01T10:00:00.000Z', ...given }
}
let banned: ChatSanction[]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  banned = []
  calls.ask.mockReset().mockResolvedValue({ ok: true })
  calls.call
    .mockReset()
    .mockImplementation(async ({ method }: { method?: string }) =>
      method === 'PUT' ? {} : { data: banned, total: banned.length },
    )
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function show(moderate = vi.fn(async () => {}), { isOffline = false, given = mode } = {}) {
  render(
    <Provider value={fork({ values: [[$browserOnline, !isOffline]] })}>
      <SWRConfig value={{ provider: () => new Map() }}>
        <I18nProvider i18n={i18n}>
          <ChatDesk streamId={streamId} room={roomOf({ moderate })} mode={given} onClose={() => {}} />
        </I18nProvider>
      </SWRConfig>
    </Provider>,
  )
  return moderate
}

const press = async (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
type Call = { method?: string; path: string; body?: { chat?: object } }
const puts = () => (calls.call.mock.calls as [Call][]).map(([call]) => call).filter(({ method }) => method === 'PUT')

test('the rules that a moderator changes are sent to the chat of the stream, and no others', async () => {
  show()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save the rules' }).disabled).toBe(true)
  type('Slow mode', '10')
  type('May write', 'followers')
  type('Minutes they have followed at least', '15')
  await press('Save the rules')
  expect(puts()).toMatchObject([
    {
      path: `/conversations/stream/${streamId}/update`,
      body: { chat: { slowSeconds: 10, followersMinutes: 15 } },
    },
  ])
  expect(puts()[0]?.body?.chat).not.toHaveProperty('blockedTerms')
})

test('a term that is too long is told beside its field, and is not sent', async () => {
  show()
  type('Blocked terms', 'x'.repeat(51))
  expect(screen.getByText('A term has at most 50 characters.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save the rules' }).disabled).toBe(true)
})

test('rules that were refused say why and stay typed', async () => {
  calls.call.mockImplementation(async ({ method }: { method?: string }) => {
    if (method === 'PUT')
      throw new Refusal('forbidden', 'Only the creator and the moderators of this chat can do this.')
    return { data: [], total: 0 }
  })
  show()
  type('Slow mode', '60')
  await press('Save the rules')
  expect(await screen.findByText('Only the creator and the moderators of this chat can do this.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Slow mode').value).toBe('60')
})

test('rules that were typed are there when the dialog is opened again, and only those', async () => {
  show()
  type('Blocked terms', '')
  type('May write', 'subscribers')
  cleanup()
  show(undefined, { given: { ...mode, slowSeconds: 30 } })
  expect(screen.getByLabelText<HTMLTextAreaElement>('Blocked terms').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('Slow mode').value).toBe('30')
  await press('Save the rules')
  expect(puts().map(({ body }) => body?.chat)).toEqual([{ subscribersOnly: true, blockedTerms: [] }])
  cleanup()
  show()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Blocked terms').value).toBe('raid')
  expect(screen.getByLabelText<HTMLSelectElement>('May write').value).toBe('all')
})

test('without a line the form says so, and keeps its words', () => {
  show(undefined, { isOffline: true })
  type('Blocked terms', 'raid\nspam')
  expect(screen.getByText('Needs a connection.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save the rules' }).disabled).toBe(true)
  cleanup()
  show()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Blocked terms').value).toBe('raid\nspam')
})

test('the chat is cleared after a question alone', async () => {
  const moderate = show()
  await press('Clear the chat')
  const question = screen.getByRole('dialog', { name: 'Clear the chat?', hidden: true })
  expect(moderate).not.toHaveBeenCalled()
  fireEvent.click(within(question).getByText('Cancel'))
  expect(screen.queryByRole('dialog', { name: 'Clear the chat?', hidden: true })).toBeNull()
  expect(moderate).not.toHaveBeenCalled()
  await press('Clear the chat')
  const again = screen.getByRole('dialog', { name: 'Clear the chat?', hidden: true })
  await act(async () => void fireEvent.click(within(again).getByText('Clear the chat')))
  expect(moderate.mock.calls).toEqual([[{ action: 'clear', streamId }]])
})

test('the banned and the silenced are listed, and a ban that is lifted leaves the list', async () => {
  banned = [sanction('Noah'), sanction('Ivy', { kind: 'timeout', until: '2026-11-01T10:10:00.000Z' })]
  show()
  expect(await screen.findByRole('button', { name: 'Let Ivy write again' })).toBeTruthy()
  const [noah] = banned
  banned = banned.slice(1)
  await press('Unban Noah')
  expect(calls.ask.mock.calls).toEqual([['chat:moderate', { action: 'unban', streamId, userId: noah?._id }]])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Unban Noah' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Let Ivy write again' })).toBeTruthy()
})

test('a chat in which everybody may write says so', async () => {
  show()
  expect(await screen.findByText(/^Everybody may write\./)).toBeTruthy()
})
