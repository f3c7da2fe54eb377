// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { ChatModeration, ChatStanding, StreamMessage } from '@vesper/sync/vesper/api/live-streams.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LineMenu } from './line-menu.tsx'
import { lineOf, roomOf } from './testing/room.ts'

const toast = vi.hoisted(() => ({ show: vi.fn() }))
vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: toast.show }))
vi.mock('../../../ui/overlay/menu.tsx', () => ({
  Menu: ({ label, items }: { label: string; items: { label: string; onSelect: () => void }[] }) => (
    <div role="menu" aria-label={label}>
      {items.map((item) => (
        <button key={item.label} type="button" role="menuitem" onClick={item.onSelect}>
          {item.label}
        </button>
      ))}
    </div>
  ),
}))

const moderate = vi.fn<(action: ChatModeration) => Promise<void>>()
const onReply = vi.fn()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  moderate.mockReset().mockResolvedValue(undefined)
  onReply.mockReset()
  toast.show.mockReset()
})
afterEach(cleanup)

type Shown = { line?: StreamMessage; role?: ChatStanding['role']; isOwn?: boolean; pinned?: StreamMessage | null }

function show({ line = lineOf(), role = 'creator', isOwn = false, pinned = null }: Shown = {}) {
  cleanup()
  render(
    <I18nProvider i18n={i18n}>
      <LineMenu
        line={line}
        streamId={line.streamId}
        room={roomOf({ you: { role, silenced: null }, moderate, pinned })}
        isOwn={isOwn}
        onReply={onReply}
      />
    </I18nProvider>,
  )
  return line
}

const entries = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
const choose = async (name: string) => act(async () => void fireEvent.click(screen.getByRole('menuitem', { name })))
const orders = () => moderate.mock.calls.map(([order]) => order)

const ABOUT_LINE = ['Reply', 'Pin', 'Delete']
const ABOUT_PERSON = ['Silence for 10 minutes', 'Ban from the chat']

test('each role has the actions that the server would carry out', () => {
  const of = (role: StreamMessage['sender']['role']) => lineOf({}, { role })
  const shown: [Shown, string[]][] = [
    [{ role: 'creator', line: of('viewer') }, [...ABOUT_LINE, 'Make a moderator', ...ABOUT_PERSON]],
    [{ role: 'creator', line: of('moderator') }, [...ABOUT_LINE, 'Make no moderator', ...ABOUT_PERSON]],
    [{ role: 'creator', line: of('creator'), isOwn: true }, ABOUT_LINE],
    [{ role: 'moderator', line: of('viewer') }, [...ABOUT_LINE, ...ABOUT_PERSON]],
    [{ role: 'moderator', line: of('moderator') }, ABOUT_LINE],
    [{ role: 'moderator', line: of('creator') }, ABOUT_LINE],
    [{ role: 'moderator', line: of('moderator'), isOwn: true }, ABOUT_LINE],
  ]
  for (const [given, expected] of shown) {
    show(given)
    expect(entries()).toEqual(expected)
  }
})

test('a line is answered, pinned, and deleted', async () => {
  const { _id: messageId, streamId } = show()
  await choose('Reply')
  expect(onReply).toHaveBeenCalledTimes(1)
  await choose('Pin')
  await choose('Delete')
  expect(orders()).toEqual([
    { action: 'pin', streamId, messageId },
    { action: 'delete', streamId, messageId },
  ])
})

test('the pinned line can be unpinned', async () => {
  const line = lineOf()
  show({ line, pinned: line })
  expect(entries()).not.toContain('Pin')
  await choose('Unpin')
  expect(orders()).toEqual([{ action: 'pin', streamId: line.streamId, messageId: null }])
})

test('a line that waits for review can be approved, and no other', async () => {
  const { _id: messageId, streamId } = show({ line: lineOf({ isHeld: true }) })
  await choose('Approve')
  expect(orders()).toEqual([{ action: 'approve', streamId, messageId }])
  show()
  expect(entries()).not.toContain('Approve')
})

test('a person is silenced for ten minutes, banned, made a moderator and made none', async () => {
  const line = show()
  const place = { streamId: line.streamId, userId: line.sender._id }
  await choose('Silence for 10 minutes')
  await choose('Ban from the chat')
  await choose('Make a moderator')
  expect(orders()).toEqual([
    { action: 'timeout', ...place, seconds: 600 },
    { action: 'ban', ...place },
    { action: 'moderator', ...place, isModerator: true },
  ])
  moderate.mockClear()
  const moderator = show({ line: lineOf({}, { role: 'moderator' }) })
  await choose('Make no moderator')
  expect(orders()).toEqual([
    { action: 'moderator', streamId: moderator.streamId, userId: moderator.sender._id, isModerator: false },
  ])
})

test('an action that the server refuses says why', async () => {
  moderate.mockRejectedValue(new Refusal('forbidden', 'You have 50 moderators, which is the most.'))
  show()
  await choose('Make a moderator')
  expect(toast.show.mock.calls).toEqual([['error', 'You have 50 moderators, which is the most.']])
})
