// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { browserOnlineChanged } from '../../core/connection/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { leftPaymentsOf } from '../../entities/payments/top-up/left-payments.ts'
import { BuyDialog } from './buy-dialog.tsx'
import { TipDialog } from './tip-dialog.tsx'

const content = { type: 'feed', id: '0190a5a0-0000-7000-8000-000000000000', ownerId: 'creator', price: 30 } as const
const charge = { tokens: 30, balance: 70 }
const packages = [{ _id: 'small', name: 'Small', tokens: 100, bonus: 0, amount: 500, currency: 'USD' }]
const settings = { tokenValue: 0.05, currency: 'USD', minimumWalletPrice: 2.95, maximumWalletPrice: 300 }

let balance: number | undefined = 100
const onClose = vi.fn()
const { callApi, engine, wake, showToast, push } = vi.hoisted(() => ({
  callApi: vi.fn(),
  showToast: vi.fn(async (_kind: string, _text: string, _action?: { label: string; onPress: () => void }) => {}),
  push: vi.fn(),
  wake: vi.fn(),
  engine: { removeDraft: vi.fn(async () => {}), putDraft: vi.fn(async () => {}), db: {} },
}))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../core/api/use-cached-query.ts'), async (load) => ({
  ...(await load()),
  useKeptAnswer: ((path: string) => {
    if (path === '/payment-cards') return { data: { data: [] } }
    if (path === '/package/token/search') return { data: { data: packages }, mutate: async () => {} }
    return { data: { name: 'Ines', username: 'ines' } }
  }) as never,
}))
vi.mock(import('../../entities/tips/use-tip-menu.ts'), () => ({ useTipMenu: () => undefined }))
vi.mock(import('../../entities/payments/use-wallet.ts'), () => ({
  useWallet: () => (balance === undefined ? undefined : { balance, granted: 0, held: 0, debt: 0 }),
}))
vi.mock(import('../../core/sync/sync.ts'), async (load) => ({
  ...(await load()),
  currentSync: () => ({ wake }) as never,
}))
vi.mock(import('../../core/sync/sync-provider.tsx'), async (load) => ({
  ...(await load()),
  useSync: () => engine as never,
}))
vi.mock(import('../../core/sync/with-sync-dialog.tsx'), () => ({
  WithSyncDialog: (({ children }: { children: ReactNode }) => children) as never,
}))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  useRouter: () => ({ history: { push } }) as never,
  Link: (({ to, search, className, onClick, children }: LinkProps) => (
    <a href={`${to}?${new URLSearchParams(search).toString()}`} className={className} onClick={onClick}>
      {children}
    </a>
  )) as never,
}))
vi.mock(import('../../ui/overlay/toast.ts'), async (load) => ({ ...(await load()), showToast }))

type LinkProps = {
  to: string
  search: Record<string, string>
  className: string
  onClick: () => void
  children: ReactNode
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  balance = 100
  engine.removeDraft.mockClear()
  engine.putDraft.mockClear()
  const none = { get: async () => undefined }
  engine.db = { drafts: none, creators: none, messages: { get: async () => ({ conversationId: 'thread' }) } }
  callApi.mockReset()
  showToast.mockClear()
  push.mockClear()
  wake.mockClear()
  onClose.mockClear()
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

function withSettings() {
  return fork({ values: [[$settings, settings]] as never })
}

function open(dialog: ReactNode, scope = withSettings()): void {
  render(
    <Provider value={scope}>
      <I18nProvider i18n={i18n}>{dialog}</I18nProvider>
    </Provider>,
  )
}

function sent(): { path: string; body: Record<string, unknown> }[] {
  return callApi.mock.calls
    .map(([call]) => call as { path: string; body: Record<string, unknown> })
    .filter(({ body }) => body)
}

test('a purchase shows its price and what is left, and closes when it is paid', async () => {
  callApi.mockResolvedValue(charge)
  open(<BuyDialog content={content} onClose={onClose} />)
  expect(screen.getByRole('dialog', { name: 'Buy' }).textContent).toContain('70 tokens')
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ path: `/wallet/charges/feed/${content.id}`, body: { price: 30 } }])
})

test.each([
  ['feed', 'A post by Ines'],
  ['video', 'A video by Ines'],
  ['gallery', 'A gallery by Ines'],
  ['message', 'A message from Ines'],
  ['stream', 'A stream by Ines'],
] as const)('a purchase of a %s names it: %s', (type, words) => {
  open(<BuyDialog content={{ ...content, type }} onClose={onClose} />)
  expect(screen.getByRole('dialog', { name: 'Buy' }).textContent).toContain(words)
})

test('a device asks for what it has bought, also without a real-time connection', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('away'))
  callApi.mockResolvedValue(charge)
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(wake).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(wake.mock.calls).toEqual([['poke']])
})

test.each(['video', 'gallery', 'message', 'stream'] as const)('a %s is bought by its own call', async (type) => {
  callApi.mockResolvedValue(charge)
  open(<BuyDialog content={{ ...content, type }} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent()).toMatchObject([{ path: `/wallet/charges/${type}/${content.id}`, body: { price: 30 } }])
})

test('a payment whose answer was lost can be tried again, though the wallet has paid it already', async () => {
  balance = 40
  callApi.mockImplementationOnce(() => {
    // The device hears of the charge before the sheet does.
    balance = 10
    return Promise.reject(new ConnectionError('gone'))
  })
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await screen.findByText(/you are not charged twice/)
  const dialog = screen.getByRole('dialog', { name: 'Buy' }).textContent
  expect(dialog).toContain('40 tokens')
  expect(dialog).not.toContain('more tokens')
  callApi.mockResolvedValue(charge)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second] = sent()
  expect(second).toEqual(first)
})

test('a payment that was refused shows the wallet as it is', async () => {
  balance = 40
  callApi.mockImplementationOnce(() => {
    balance = 10
    return Promise.reject(new Refusal('conflict', 'The price has changed. Nothing was charged.'))
  })
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await screen.findByText(/The price has changed/)
  expect(screen.getByRole('dialog', { name: 'Buy' }).textContent).toContain('You need 20 more tokens.')
})

test('a price that has changed is shown as it is now, and is paid only when it is confirmed', async () => {
  const text = 'The price has changed. Nothing was charged.'
  callApi.mockRejectedValueOnce(new Refusal('conflict', text, [{ path: 'price', message: '45' }]))
  callApi.mockResolvedValue(charge)
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 45 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent().map(({ body }) => body['price'])).toEqual([30, 45])
  expect(new Set(sent().map(({ body }) => body['_id'])).size).toBe(2)
})

test.each([
  { kind: 'purchase', Dialog: BuyDialog, pay: 'Pay 30 tokens', key: `remind:feed:${content.id}` },
  { kind: 'tip', Dialog: TipDialog, pay: 'Send 50 tokens', key: 'remind:tip:creator' },
])('a $kind is kept in mind offline, and forgotten when it is paid', async ({ Dialog, pay, key }) => {
  const scope = withSettings()
  await allSettled(browserOnlineChanged, { scope, params: false })
  open(<Dialog content={content} onClose={onClose} />, scope)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: pay }).disabled).toBe(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Remind me' }))
  await waitFor(() => expect(engine.putDraft).toHaveBeenCalledOnce())
  expect(engine.putDraft).toHaveBeenCalledWith(expect.objectContaining({ key }))
  expect(sent()).toEqual([])
  await allSettled(browserOnlineChanged, { scope, params: true })
  expect(screen.queryByRole('button', { name: 'Remind me' })).toBeNull()
  callApi.mockResolvedValue(charge)
  fireEvent.click(screen.getByRole('button', { name: pay }))
  await waitFor(() => expect(engine.removeDraft).toHaveBeenCalledExactlyOnceWith(key))
})

test('a payment whose answer was lost is the same payment when it is tried again', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('gone')).mockResolvedValue(charge)
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await screen.findByText(/you are not charged twice/)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const ids = sent().map(({ body }) => body['_id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a refusal stays in the dialog, in the words of the server', async () => {
  callApi.mockRejectedValue(new Refusal('conflict', 'The price has changed. Nothing was charged.'))
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  expect(await screen.findByText('The price has changed. Nothing was charged.')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
})

test('a wallet with too little is offered the smallest package that covers it, and nothing can be paid', () => {
  balance = 10
  open(<BuyDialog content={content} onClose={onClose} />)
  expect(screen.getByText('You need 20 more tokens. ($1.00)')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Top up 100 tokens', description: '$5.00' })).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay 30 tokens' }).disabled).toBe(true)
})

test('a tip is a whole number of tokens; another number is another payment', async () => {
  callApi.mockRejectedValue(new ConnectionError('gone'))
  open(<TipDialog content={content} onClose={onClose} />)
  expect(screen.getByRole('dialog', { name: 'Send a tip to Ines' })).toBeTruthy()
  const tokens = screen.getByRole('textbox', { name: 'Tokens' })
  fireEvent.change(tokens, { target: { value: '10.5' } })
  expect(screen.getByText(/Choose whole tokens/)).toBeTruthy()
  for (const value of ['20', '٣٠']) {
    fireEvent.change(tokens, { target: { value } })
    fireEvent.click(screen.getByRole('button', { name: `Send ${value === '20' ? 20 : 30} tokens` }))
    await screen.findByText(/you are not charged twice/)
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send \d+ tokens/ }).disabled).toBe(false),
    )
  }
  expect(sent().map(({ body }) => body['tokens'])).toEqual([20, 30])
  expect(new Set(sent().map(({ body }) => body['_id'])).size).toBe(2)
})

test('a payment whose answer was lost is the same one after its sheet was closed, whatever the wallet has now', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('gone'))
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await screen.findByText(/you are not charged twice/)
  cleanup()
  balance = 0
  callApi.mockResolvedValue(charge)
  open(<BuyDialog content={content} onClose={onClose} />)
  expect(screen.getByRole('alert').textContent).toMatch(/you are not charged twice/)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second] = sent()
  expect(second).toEqual(first)
})

test('another tip after one without an answer is not promised to be the same', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('gone'))
  open(<TipDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Send 50 tokens' }))
  await screen.findByText(/you are not charged twice/)
  fireEvent.change(screen.getByLabelText('Tokens'), { target: { value: '20' } })
  screen.getByText(/may have gone through/)
  expect(screen.queryByText(/you are not charged twice/)).toBeNull()
})

test('a wallet that is not known is not said to be empty', () => {
  balance = undefined
  open(<BuyDialog content={content} onClose={onClose} />)
  const dialog = screen.getByRole('dialog', { name: 'Buy' }).textContent
  expect(dialog).toContain('Not known on this device yet')
  expect(dialog).not.toContain('more tokens')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pay 30 tokens' }).disabled).toBe(true)
})

test.each([
  { tokens: 100, main: 'Pay 30 tokens' },
  { tokens: 10, main: 'Top up 100 tokens' },
])('with $tokens tokens in the wallet the main button is $main', ({ tokens, main }) => {
  balance = tokens
  open(<BuyDialog content={content} onClose={onClose} />)
  const buttons = [...screen.getAllByRole('button'), ...screen.queryAllByRole('link')]
  const accented = buttons.filter(({ className }) => className.split(' ').includes('bg-accent'))
  expect(accented.map(({ textContent }) => textContent)).toEqual([main])
})

const wordsOf = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value
const tokensOf = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Tokens' }).value

test('the tokens and words of a tip outlive its closed dialog, until they are sent', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError('gone')).mockResolvedValue(charge)
  open(<TipDialog content={content} onClose={onClose} />)
  fireEvent.change(screen.getByLabelText('Tokens'), { target: { value: '20' } })
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'For the fog' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send 20 tokens' }))
  await screen.findByText(/you are not charged twice/)
  cleanup()
  open(<TipDialog content={{ ...content, ownerId: 'other' }} onClose={onClose} />)
  expect([tokensOf(), wordsOf()]).toEqual(['50', ''])
  cleanup()
  open(<TipDialog content={content} onClose={onClose} />)
  expect([tokensOf(), wordsOf()]).toEqual(['20', 'For the fog'])
  fireEvent.click(screen.getByRole('button', { name: 'Send 20 tokens' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const [first, second] = sent()
  expect(second).toEqual(first)
  cleanup()
  open(<TipDialog content={content} onClose={onClose} />)
  expect([tokensOf(), wordsOf()]).toEqual(['50', ''])
})

test('a tip that was begun elsewhere stands as it was begun, over a kept one', () => {
  open(<TipDialog content={content} onClose={onClose} />)
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'For the fog' } })
  cleanup()
  open(<TipDialog content={{ ...content, tip: { tokens: 30, message: '' } }} onClose={onClose} />)
  expect([tokensOf(), wordsOf()]).toEqual(['30', ''])
})

test.each([
  ['feed', `/posts/${content.id}`],
  ['gallery', `/galleries/${content.id}`],
  ['video', `/videos/${content.id}`],
  ['message', '/messages/thread'],
  ['stream', '/messages'],
] as const)('a top-up for a %s leads back to %s, wherever its dialog stands', async (type, page) => {
  history.replaceState(null, '', '/messages')
  balance = 10
  open(<BuyDialog content={{ ...content, type }} onClose={onClose} />)
  const search = new URLSearchParams({ tokens: '20', from: page }).toString()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Another amount' }).getAttribute('href')).toBe(`/wallet?${search}`),
  )
})

test.each([
  [undefined, '/ines'],
  ['/messages/thread', '/messages/thread'],
])('a top-up for a tip that is asked for on %s leads back to %s', (page, from) => {
  history.replaceState(null, '', '/home')
  balance = 10
  const creator = { type: 'performer', id: 'creator', ownerId: 'creator', ...(page !== undefined && { page }) } as const
  open(<TipDialog content={creator} onClose={onClose} />)
  const href = screen.getByRole('link', { name: 'Another amount' }).getAttribute('href') ?? ''
  expect(new URLSearchParams(href.split('?')[1]).get('from')).toBe(from)
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'For the fog' } })
  fireEvent.click(screen.getByRole('link', { name: 'Another amount' }))
  const begun = { ...creator, tip: { tokens: 50, message: 'For the fog' } }
  expect(leftPaymentsOf('').ofPage(from)).toMatchObject({ page: from, by: 'tip', content: begun, orderId: null })
})

test.each([
  ['/messages', 'Open'],
  [`/posts/${content.id}`, undefined],
])('a purchase that is paid on %s offers its page: %s', async (page, label) => {
  history.replaceState(null, '', page)
  callApi.mockResolvedValue(charge)
  open(<BuyDialog content={content} onClose={onClose} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay 30 tokens' }))
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce())
  const [, , action] = showToast.mock.calls[0] ?? []
  expect(action?.label).toBe(label)
  action?.onPress()
  expect(push.mock.calls).toEqual(label ? [[`/posts/${content.id}`]] : [])
})
