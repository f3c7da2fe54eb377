// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { CHAT_TEXT_MAX } from '@vesper/sync/vesper/api/live-streams.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { ChatComposer } from './chat-composer.tsx'
import { emptyChat } from './chat-state.ts'
import { lineOf, roomOf } from './testing/room.ts'
import type { StreamRoom } from './use-stream-room.ts'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ params, children }: { params: { profileId: string }; children: ReactNode }) => (
    <a href={`/${params.profileId}`}>{children}</a>
  ),
}))

const streamId = v7()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

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

async function say(text: string): Promise<void> {
  fireEvent.change(box(), { target: { value: text } })
  await act(async () => void fireEvent.click(button()))
}

test('a text that was not stored comes back before the words typed meanwhile, and is the same line when sent as it is', async () => {
  let fail = (_error: Error) => {}
  const send = vi
    .fn<StreamRoom['send']>()
    .mockImplementationOnce(() => new Promise((_resolve, reject) => (fail = reject)))
    .mockRejectedValueOnce(new ConnectionError('no answer'))
    .mockResolvedValue(undefined)
  show({ send })
  await say('In the tunnel')
  expect(box().value).toBe('')
  fireEvent.change(box(), { target: { value: 'and out again' } })
  await act(async () => fail(new ConnectionError('no answer')))
  expect(box().value).toBe('In the tunnel\nand out again')
  await act(async () => void fireEvent.click(button()))
  await act(async () => void fireEvent.click(button()))
  const ids = send.mock.calls.map(([, , id]) => id)
  // Another text is another line; the same one is not.
  expect([ids.length, new Set(ids).size, ids[1] === ids[2], box().value]).toEqual([3, 2, true, ''])
})

test('a text that came back and the words typed meanwhile are kept whole, and are sent once they are short enough', async () => {
  let fail = (_error: Error) => {}
  const send = vi
    .fn<StreamRoom['send']>()
    .mockImplementationOnce(() => new Promise((_resolve, reject) => (fail = reject)))
    .mockResolvedValue(undefined)
  show({ send })
  const said = 'a'.repeat(CHAT_TEXT_MAX)
  await say(said)
  fireEvent.change(box(), { target: { value: 'the end' } })
  await act(async () => fail(new ConnectionError('no answer')))
  expect(box().value).toBe(`${said}\nthe end`)
  expect(screen.getByText('Too long by 8 characters. Shorten it, then send it.')).toBeTruthy()
  expect(button().disabled).toBe(true)
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(send).toHaveBeenCalledTimes(1)
  await say(said.slice(8))
  expect(screen.queryByText(/Too long by/)).toBeNull()
  expect([send.mock.calls.length, send.mock.calls[1]?.[0]]).toEqual([2, said.slice(8)])
})

test('a text leaves the box again where the chat shows that it was stored', async () => {
  const send = vi.fn<StreamRoom['send']>().mockRejectedValue(new ConnectionError('no answer'))
  const change = show({ send })
  await say('Stored all the same')
  expect(box().value).toBe('Stored all the same')
  const line = lineOf({ _id: send.mock.calls[0]?.[2] ?? '', text: 'Stored all the same' })
  await act(async () => change({ send, chat: { ...emptyChat, lines: [line] } }))
  expect([box().value, screen.queryByText(/cannot be reached/)]).toEqual(['', null])
})

test('a text that was changed meanwhile stays in the box, whatever the chat shows', async () => {
  const send = vi.fn<StreamRoom['send']>().mockRejectedValue(new ConnectionError('no answer'))
  const change = show({ send })
  await say('First')
  fireEvent.change(box(), { target: { value: 'First, and more' } })
  const line = lineOf({ _id: send.mock.calls[0]?.[2] ?? '', text: 'First' })
  await act(async () => change({ send, chat: { ...emptyChat, lines: [line] } }))
  expect(box().value).toBe('First, and more')
})
