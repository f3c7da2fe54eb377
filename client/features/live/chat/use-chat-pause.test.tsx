// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ChatComposer } from './chat-composer.tsx'
import { roomOf } from './testing/room.ts'
import { TooSoon } from './too-soon.ts'
import type { StreamRoom } from './use-stream-room.ts'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { profileId: string }; children: ReactNode }) => (
    <a href={`/${params.profileId}`}>{children}</a>
  ),
}))

const streamId = v7()
const open = { slowSeconds: 0, followersMinutes: null, subscribersOnly: false, blockedTerms: [] }

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-01T10:00:00.000Z') }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(given: Partial<StreamRoom>) {
  const tree = (room: StreamRoom) => (
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>
        <ChatComposer {...{ streamId, room, replyTo: null, onReplied: () => {}, action: null, isOver: false }} />
      </I18nProvider>
    </Provider>
  )
  const scope = fork()
  const { rerender } = render(tree(roomOf(given)))
  return (next: Partial<StreamRoom>) => rerender(tree(roomOf(next)))
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const words = () => screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())

async function say(text: string): Promise<void> {
  fireEvent.change(box(), { target: { value: text } })
  await act(async () => void fireEvent.click(button()))
}

test('slow mode stands above the box in words, and the wait after a message counts down to the moment it may be sent', async () => {
  show({ mode: { ...open, slowSeconds: 10 } })
  expect(words()).toContain('Slow mode: one message in 10 seconds.')
  expect(screen.queryByRole('timer')).toBeNull()
  await say('One')
  fireEvent.change(box(), { target: { value: 'Two' } })
  expect(screen.getByRole('timer').textContent).toBe('You can write again in 10 seconds.')
  expect(button().disabled).toBe(true)
  await pass(8_500)
  expect(screen.getByRole('timer').textContent).toBe('You can write again in 2 seconds.')
  await pass(1_400)
  expect(button().disabled).toBe(true)
  await pass(300)
  expect(screen.queryByRole('timer')).toBeNull()
  expect([button().disabled, box().value]).toEqual([false, 'Two'])
})

test('a message that the server finds too early comes back into the box, and its wait counts down', async () => {
  const send = vi
    .fn<StreamRoom['send']>()
    .mockRejectedValueOnce(new TooSoon('Slow mode is on. Write again in 7 seconds.', 7_000))
  show({ mode: { ...open, slowSeconds: 30 }, send })
  await say('Early')
  expect(screen.getByRole('timer').textContent).toBe('You can write again in 7 seconds.')
  expect([box().value, button().disabled]).toEqual(['Early', true])
  await pass(7_300)
  expect(button().disabled).toBe(false)
})

test('a wait ends with slow mode', async () => {
  const change = show({ mode: { ...open, slowSeconds: 60 } })
  await say('One')
  fireEvent.change(box(), { target: { value: 'Two' } })
  expect(button().disabled).toBe(true)
  change({ mode: open })
  await pass(300)
  expect([screen.queryByRole('timer'), button().disabled, words().join('')]).toEqual([null, false, ''])
})

test('the creator and moderators wait for nobody', async () => {
  show({ mode: { ...open, slowSeconds: 60 }, you: { role: 'moderator', silenced: null } })
  await say('One')
  expect(screen.queryByRole('timer')).toBeNull()
})

test('a chat of subscribers says so to all, and leads those who are none to the subscription', () => {
  const mode = { ...open, subscribersOnly: true }
  const change = show({ mode, you: { role: 'viewer', silenced: { reason: 'subscribers', until: null } } })
  expect(words().join('')).toContain('Only subscribers can write.')
  expect(screen.getByRole('link', { name: 'Subscribe to Mara Vale' }).getAttribute('href')).toBe('/mara')
  fireEvent.change(box(), { target: { value: 'Let me in' } })
  expect(button().disabled).toBe(true)
  // The server tells the new place at once.
  change({ mode, you: { role: 'viewer', silenced: null } })
  expect(screen.queryByRole('link')).toBeNull()
  expect([words().join(''), button().disabled]).toEqual(['Only subscribers can write.', false])
})

test('a chat of followers leads others to follow, and opens by itself once they have followed for long enough', async () => {
  const mode = { ...open, followersMinutes: 10 }
  const change = show({ mode, you: { role: 'viewer', silenced: { reason: 'followers', until: null } } })
  expect(words().join('')).toContain('Only those who have followed for 10 minutes can write.')
  expect(screen.getByRole('link', { name: 'Follow Mara Vale' })).toBeTruthy()
  const until = '2026-11-01T10:02:00.000Z'
  change({ mode, you: { role: 'viewer', silenced: { reason: 'followers', until } } })
  fireEvent.change(box(), { target: { value: 'Hello' } })
  expect(words().join('')).toMatch(/You can write again at/)
  await pass(119_000)
  expect(button().disabled).toBe(true)
  await pass(1_500)
  expect(button().disabled).toBe(false)
})

test('somebody who was silenced writes again when their time is over; somebody banned learns who can lift it', async () => {
  const silenced = { reason: 'timeout' as const, until: '2026-11-01T10:00:30.000Z' }
  const change = show({ you: { role: 'viewer', silenced } })
  fireEvent.change(box(), { target: { value: 'Sorry' } })
  expect(button().disabled).toBe(true)
  await pass(30_500)
  expect(button().disabled).toBe(false)
  change({ you: { role: 'viewer', silenced: { reason: 'banned', until: null } } })
  expect(words()).toContain('You cannot write in this chat. The creator or a moderator can lift that.')
  await pass(3_600_000)
  expect(button().disabled).toBe(true)
})
