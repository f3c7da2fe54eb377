// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import type { ComposerActions } from '../composer/composer-actions.ts'
import type { Unsent } from '../composer/unsent-messages.ts'
import type { ReplyBox } from '../reply/reply-box.ts'
import type { PriceBox } from '../sale/message-price.ts'
import { UnsentControls } from '../unsent-controls.tsx'
import { MessageMenu } from './message-menu.tsx'
import type { MessageActions } from './use-message-actions.tsx'
import { useMessageActions } from './use-message-actions.tsx'

const unsentText = 'It has not been sent. You lose it for good.'
const perhapsText = /may have reached the server already/

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // Loaded when they are asked for, which takes longer here than a test waits for what is shown.
  await Promise.all([import('./message-question.tsx'), import('./message-menu-content.tsx')])
})
afterEach(cleanup)

test.each<[string, Partial<OutboxRecord>, string | RegExp]>([
  ['was never tried', { state: 'waiting', attempts: 0 }, unsentText],
  ['was refused', { state: 'rejected', attempts: 1 }, unsentText],
  ['was sent without an answer', { state: 'waiting', attempts: 1 }, perhapsText],
  ['is on its way', { state: 'sending', attempts: 1 }, perhapsText],
])('whoever discards a message that %s is told what is known of it', async (_how, record, said) => {
  const { discard, actions } = threadWith({ id: 'r', ...record } as OutboxRecord)
  act(() => actions().discard('m'))
  expect(await screen.findByText(said)).toBeTruthy()
  fireEvent.click(screen.getByText('Discard', { selector: 'button' }))
  expect(discard).toHaveBeenCalledWith('r')
})

test.each([
  [true, ['Copy text', 'Edit', 'Discard'], ['Retry', 'Edit', 'Discard']],
  [false, ['Copy text', 'Discard'], ['Retry', 'Copy text', 'Discard']],
])(
  'a text is offered to be written on where there is a box, else to be copied (%s)',
  async (canSend, menu, controls) => {
    const { actions } = threadWith({ id: 'r' } as OutboxRecord, canSend)
    const message = { _id: 'm', text: 'look' } as Message
    const { rerender } = render(shown(<UnsentControls message={message} reason="" actions={actions()} />))
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(controls)
    rerender(shown(<MessageMenu isOwn isPending message={message} actions={actions()} />))
    fireEvent.click(screen.getByRole('button'))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(menu)
  },
)

function shown(children: ReactNode): ReactNode {
  return <I18nProvider i18n={i18n}>{children}</I18nProvider>
}

function threadWith(record: OutboxRecord, canSend = true) {
  const discard = vi.fn(async () => {})
  const sync = { discard } as unknown as Sync
  const unsent = new Map([['m', { record } as Unsent]])
  let latest: MessageActions | undefined
  function Rows() {
    const { actions, question } = useMessageActions({
      sync,
      unsent,
      composer: {} as ComposerActions,
      price: {} as PriceBox,
      reply: {} as ReplyBox,
      canSend,
    })
    latest = actions
    return question
  }
  render(shown(<Rows />))
  const actions = () => {
    if (!latest) throw new Error('The rows were not drawn.')
    return latest
  }
  return { discard, actions }
}
