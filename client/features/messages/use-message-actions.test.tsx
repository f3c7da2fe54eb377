// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { OutboxRecord } from '@vesper/sync/store.ts'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Sync } from '../../with-sync.tsx'
import type { ComposerActions } from './composer-actions.ts'
import type { MessageActions } from './message-menu.tsx'
import type { Unsent } from './unsent-messages.ts'
import { useMessageActions } from './use-message-actions.tsx'

const unsentText = 'It has not been sent, and it is not kept.'
const perhapsText = /may have reached the server already/

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each<[string, Partial<OutboxRecord>, string | RegExp]>([
  ['was never tried', { state: 'waiting', attempts: 0 }, unsentText],
  ['was refused', { state: 'rejected', attempts: 1 }, unsentText],
  ['was sent without an answer', { state: 'waiting', attempts: 1 }, perhapsText],
  ['is on its way', { state: 'sending', attempts: 1 }, perhapsText],
])('[DISCARD-1] whoever discards a message that %s is told what is known of it', async (_how, record, said) => {
  const { discard, actions } = threadWith({ id: 'r', ...record } as OutboxRecord)
  act(() => actions().discard('m'))
  expect(await screen.findByText(said)).toBeTruthy()
  fireEvent.click(screen.getByText('Discard', { selector: 'button' }))
  expect(discard).toHaveBeenCalledWith('r')
})

function threadWith(record: OutboxRecord) {
  const discard = vi.fn(async () => {})
  const sync = { discard } as unknown as Sync
  const unsent = new Map([['m', { record } as Unsent]])
  let latest: MessageActions | undefined
  function Rows() {
    const { actions, question } = useMessageActions({ sync, unsent, composer: {} as ComposerActions })
    latest = actions
    return question
  }
  render(
    <I18nProvider i18n={i18n}>
      <Rows />
    </I18nProvider>,
  )
  const actions = () => {
    if (!latest) throw new Error('The rows were not drawn.')
    return latest
  }
  return { discard, actions }
}
