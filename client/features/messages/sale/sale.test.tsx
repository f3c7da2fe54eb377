// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginScope, currentScope } from '../../../core/session/current-scope.ts'
import { $chosenAction, ContentActionsContext } from '../../../entities/content/content-actions.ts'
import type { ContentAction } from '../../../entities/content/content-actions.ts'
import { LockedMessage, SaleNote } from './locked-message.tsx'
import { parsePrice } from './message-price.ts'
import { PriceButton, PriceField } from './price-field.tsx'

const message = {
  ...{ _id: 'm', conversationId: 'c', seq: 1, senderId: 'creator', text: '', files: [], isDeleted: false },
  ...{ createdAt: '2026-11-26T10:00:00.000Z', updatedAt: '2026-11-26T10:00:00.000Z' },
}
const fileCounts = { photo: 0, video: 1, audio: 0 }
const sale = { price: 30, isLocked: true, fileCount: 1, fileCounts, boughtAt: null }
const buy: ContentAction = { label: { id: 'Buy' }, icon: null, dialog: () => null }

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})
beforeEach(() => {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: 'fan' } as Profile })
})
afterEach(cleanup)

function show(children: ReactNode): void {
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <ContentActionsContext value={{ menu: [], buy, tip: buy, subscribe: buy, follow: () => null }}>
          {children}
        </ContentActionsContext>
      </I18nProvider>
    </Provider>,
  )
}

test('a locked message says what is in it and asks to buy it at its price', () => {
  show(<LockedMessage message={message} sale={sale} meta={null} />)
  expect(screen.getByText('1 video')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Unlock for 30 tokens' }))
  expect(currentScope().getState($chosenAction)).toMatchObject({
    action: buy,
    content: { type: 'message', id: 'm', ownerId: 'creator', price: 30 },
  })
})

test('a creator sees whether a message was bought', () => {
  show(<SaleNote sale={sale} />)
  expect(screen.getByText('Costs 30 tokens · not bought yet')).toBeTruthy()
  cleanup()
  show(<SaleNote sale={{ ...sale, boughtAt: '2026-11-26T10:00:00.000Z' }} />)
  expect(screen.getByText('Bought for 30 tokens')).toBeTruthy()
})

test('a price begins with a button, is typed, and is taken away again', () => {
  const given: (string | null)[] = []
  const box = (typed: string | null) => {
    cleanup()
    const price = { typed, now: () => parsePrice(typed), set: (next: string | null) => void given.push(next) }
    show(
      <>
        <PriceButton price={price} />
        <PriceField price={price} />
      </>,
    )
  }
  box(null)
  expect(screen.queryByRole('textbox', { name: 'Price in tokens' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Set a price' }))
  box('50')
  fireEvent.change(screen.getByRole('textbox', { name: 'Price in tokens' }), { target: { value: '0' } })
  box('0')
  expect(screen.getByText(/Choose whole tokens/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove the price' }))
  expect(given).toEqual(['50', '0', null])
})
