// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Charge } from '@vesper/sync/vesper/api/charges.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ReceiptDialog } from './receipt-dialog.tsx'

const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn<(blob: Blob, name: string) => void>() }))
vi.mock(import('../../../core/media/download-blob.ts'), () => ({ saveFile }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ params, children }: { params: { requestId: string }; children: ReactNode }) => (
    <a href={`/show/${params.requestId}`}>{children}</a>
  )) as never,
}))

const charge: Omit<Charge, 'balance'> = {
  ...{ _id: 'charge', type: 'video' as const, targetId: 'video', title: 'Six hours, <one> chord', message: '' },
  performer: { _id: 'ines', name: 'Ines & Co', username: 'ines', avatar: null },
  ...{ tokens: 40, amount: 200, tax: 32, taxBps: 1900, currency: 'USD', number: 123, status: 'done' as const },
  ...{ refundedTokens: 0, item: null, seconds: null, createdAt: '2026-11-20T10:00:00.000Z', picture: null },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  saveFile.mockClear()
})
afterEach(cleanup)

function open(given: Partial<typeof charge> = {}): HTMLElement {
  render(
    <I18nProvider i18n={i18n}>
      <ReceiptDialog charge={{ ...charge, ...given }} onClose={vi.fn()} />
    </I18nProvider>,
  )
  return screen.getByRole('dialog', { name: 'Receipt' })
}

test('a receipt names number, seller, item, tokens, net, tax and total', () => {
  const { textContent: text } = open()
  for (const part of [
    'V-000123',
    'Ines & Co',
    'Six hours, <one> chord',
    '40 tokens',
    '$1.68',
    'Tax (19%)',
    '$0.32',
    '$2.00',
  ]) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('Given back')
})

test('a receipt tells what was given back', () => {
  expect(open({ refundedTokens: 15 }).textContent).toContain('Given back15 tokens')
})

test('a receipt of a show tells how long both were connected, and one of a tip what it bought', () => {
  expect(open({ type: 'stream', seconds: 157 }).textContent).toContain('Both connected2:37')
  expect(screen.getByRole('link', { name: 'See the show' }).getAttribute('href')).toBe('/show/charge')
  cleanup()
  const tip = open({ type: 'tip', title: '', item: 'Throw a bowl' }).textContent
  expect(tip).toMatch(/Tip to .+: Throw a bowl/)
  expect(tip).not.toContain('Both connected')
  expect(screen.queryByRole('link', { name: 'See the show' })).toBeNull()
})

test('a receipt is saved as a page that says what is shown', async () => {
  const shown = [...open().querySelectorAll('dt, dd')].map(({ textContent }) => textContent)
  fireEvent.click(screen.getByRole('button', { name: 'Save receipt' }))
  const [blob, name] = saveFile.mock.calls[0] ?? []
  expect([blob?.type, name]).toEqual(['text/html', 'V-000123.html'])
  const text = await blob?.text()
  const page = new DOMParser().parseFromString(text ?? '', 'text/html')
  expect([...page.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual(shown)
  expect(text).toContain('&lt;one&gt;')
  expect(page.querySelector('one')).toBeNull()
})

test('a receipt is printed alone, in the language of the app, and nothing of it stays on the page', () => {
  const shown = [...open().querySelectorAll('dt, dd')].map(({ textContent }) => textContent)
  // happy-dom loads no frames.
  const page = document.implementation.createHTMLDocument('Empty')
  const print = vi.fn()
  const printed = Object.assign(new EventTarget(), { print })
  vi.spyOn(HTMLIFrameElement.prototype, 'contentDocument', 'get').mockReturnValue(page)
  vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(printed as never)
  fireEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  expect(page.querySelector('h1')?.textContent).toBe('Receipt')
  expect([...page.querySelectorAll('dt, dd')].map(({ textContent }) => textContent)).toEqual(shown)
  expect(page.querySelector('button')).toBeNull()
  printed.dispatchEvent(new Event('afterprint'))
  expect(document.querySelector('iframe')).toBeNull()
  vi.restoreAllMocks()
})
