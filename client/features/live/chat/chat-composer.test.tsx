// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatStanding } from '@vesper/sync/vesper/api/live-streams.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ChatComposer } from './chat-composer.tsx'
import { roomOf } from './testing/room.ts'

const calls = vi.hoisted(() => ({ upload: vi.fn(), call: vi.fn() }))
vi.mock('../../../core/api/upload.ts', () => ({ uploadFiles: calls.upload }))
vi.mock('../../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi: calls.call }))
vi.mock('../../../core/media/prepare/prepare-file.ts', () => ({
  prepareFile: async (file: File) => ({ bytes: file, width: 4, height: 3 }),
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  calls.upload.mockReset().mockResolvedValue({ _id: 'file-1' })
  calls.call.mockReset().mockImplementation(async ({ body }: { body: object }) => body)
})
afterEach(cleanup)

const streamId = v7()
const take = vi.fn()
const send = vi.fn(async () => {})

function show(role: ChatStanding['role']) {
  const room = roomOf({ you: { role, silenced: null }, send, take })
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <ChatComposer
          streamId={streamId}
          room={room}
          replyTo={null}
          onReplied={() => {}}
          action={null}
          isOver={false}
        />
      </I18nProvider>
    </Provider>,
  )
}

const photo = () => new File([new Uint8Array([0xff, 0xd8, 0xff])], 'pot.jpg', { type: 'image/jpeg' })

async function choose(file: File): Promise<void> {
  await act(async () => void fireEvent.change(screen.getByTestId('chat-photo'), { target: { files: [file] } }))
}

async function say(text: string): Promise<void> {
  fireEvent.change(screen.getByRole('textbox'), { target: { value: text } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })))
}

test('a viewer has no way to add a photo; the creator and a moderator have', () => {
  show('viewer')
  expect(screen.queryByRole('button', { name: 'Add a photo' })).toBeNull()
  for (const role of ['creator', 'moderator'] as const) {
    cleanup()
    show(role)
    expect(screen.getByRole('button', { name: 'Add a photo' })).toBeTruthy()
  }
})

test('a photo is shown before it is sent, goes up with the text, and leaves the box with it', async () => {
  show('creator')
  await choose(photo())
  expect(await screen.findByRole('img', { name: 'Photo to be sent' })).toBeTruthy()
  await say('The tall one')
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
  expect(calls.upload.mock.calls).toMatchObject([[{ path: '/messages/public/file/photo' }]])
  expect(calls.call.mock.calls).toMatchObject([
    [{ method: 'POST', path: `/messages/stream/${streamId}`, body: { text: 'The tall one', fileId: 'file-1' } }],
  ])
  expect(send).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(screen.queryByRole('img', { name: 'Photo to be sent' })).toBeNull())
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('')
})

test('how far the photo has gone up is shown, and no second press sends it again', async () => {
  let finish = (_answer: { _id: string }) => {}
  calls.upload.mockImplementation(async ({ onProgress }: { onProgress: (share: number) => void }) => {
    onProgress(0.4)
    return new Promise((resolve) => (finish = resolve))
  })
  show('creator')
  await choose(photo())
  await screen.findByRole('img', { name: 'Photo to be sent' })
  await say('Look')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true)
  await act(async () => finish({ _id: 'file-1' }))
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(calls.call).toHaveBeenCalledTimes(1)
})

test('a photo that was not sent stays with its text, says why, and is the same message without a second upload', async () => {
  show('moderator')
  calls.call.mockRejectedValueOnce(new Refusal('rate-limited', 'Slow mode: try again in 5 seconds.'))
  await choose(photo())
  await screen.findByRole('img', { name: 'Photo to be sent' })
  await say('Look')
  expect(await screen.findByText('Slow mode: try again in 5 seconds.')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Photo to be sent' })).toBeTruthy()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Look')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })))
  await vi.waitFor(() => expect(screen.queryByRole('img', { name: 'Photo to be sent' })).toBeNull())
  const sent = calls.call.mock.calls.map(([{ body }]) => (body as { _id: string })._id)
  expect([sent.length, new Set(sent).size, calls.upload.mock.calls.length]).toEqual([2, 1, 1])
})

test('a line that is gone during the upload keeps the photo and the text', async () => {
  show('creator')
  calls.upload.mockRejectedValueOnce(new Error('broke off'))
  await choose(photo())
  await screen.findByRole('img', { name: 'Photo to be sent' })
  await say('Look')
  expect(await screen.findByText('The photo was not sent. It is still here.')).toBeTruthy()
  expect(calls.call).not.toHaveBeenCalled()
  expect(screen.getByRole('img', { name: 'Photo to be sent' })).toBeTruthy()
})

test('a file that is no photo is refused in words', async () => {
  show('creator')
  await choose(new File(['words'], 'a.txt', { type: 'text/plain' }))
  expect(await screen.findByText('Only photos can be sent here.')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
})
