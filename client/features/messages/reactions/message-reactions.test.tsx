// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { MessageActions } from '../menu/use-message-actions.tsx'
import { EmojiPalette } from './emoji-palette.tsx'
import { MessageReactions } from './message-reactions.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(reactions: Message['reactions'], viewerId = 'fan') {
  const react = vi.fn()
  const message = { _id: 'm', senderId: 'creator', reactions } as Message
  const actions = { react } as unknown as MessageActions
  render(
    <I18nProvider i18n={i18n}>
      <MessageReactions {...{ message, viewerId, actions }} senderName="Ines" />
    </I18nProvider>,
  )
  return { react, message, names: screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label')) }
}

test('each emoji says how many react so, and who', () => {
  expect(show(undefined).names).toEqual([])
  expect(show({ sender: '👍' }).names).toEqual(['👍 1 reaction: Ines'])
  cleanup()
  expect(show({ sender: '👍', recipient: '🔥' }).names).toEqual(['🔥 1 reaction: You', '👍 1 reaction: Ines'])
  cleanup()
  expect(show({ sender: '👍', recipient: '👍' }).names).toEqual(['👍 2 reactions: You, Ines'])
})

test('a press takes one’s own reaction back, and joins that of the other', () => {
  const { react, message } = show({ sender: '👍', recipient: '🔥' })
  fireEvent.click(screen.getByRole('button', { name: /🔥/, pressed: true }))
  expect(react).toHaveBeenLastCalledWith(message, null)
  fireEvent.click(screen.getByRole('button', { name: /👍/, pressed: false }))
  expect(react).toHaveBeenLastCalledWith(message, '👍')
})

test('the palette takes one emoji from the keyboard, and no words', () => {
  const onChoose = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <EmojiPalette mine="🔥" onChoose={onChoose} />
    </I18nProvider>,
  )
  const box = screen.getByRole('textbox', { name: 'Another emoji' })
  for (const typed of ['ok', '👍👍', '🥐']) fireEvent.change(box, { target: { value: typed } })
  expect(onChoose.mock.calls).toEqual([['🥐']])
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('🔥')
})
