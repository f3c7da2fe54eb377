// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Show } from '@vesper/sync/vesper/api/live-shows.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { SeatCost } from './seat-cost.tsx'
import { ShowReceipt } from './show-receipt.tsx'

vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>) as never,
}))
vi.mock(import('../../../core/live/socket.ts'), async (load) => ({ ...(await load()), askNow: asked as never }))
const { asked } = vi.hoisted(() => ({ asked: vi.fn(async () => ({ ok: true, show: {} })) }))

const person = (_id: string) => ({ _id, name: _id, username: _id, avatar: null, isPerformer: _id === 'Mara' })
const seat: Show = {
  ...{
    _id: 'seat',
    kind: 'group',
    status: 'active',
    endedReason: null,
    streamId: 'tonight',
    conversationId: 'tonight',
  },
  ...{ performer: person('Mara'), fan: person('Ada'), rate: 60, minimum: 0, minutes: 3, cap: 200 },
  ...{ seconds: 37, charged: 37, held: 60, lowBalance: false, secondsLeft: null, expiresAt: null, chargeId: null },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', startedAt: null, endedAt: null },
}

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(page: ReactNode): string {
  cleanup()
  const { container } = render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>{page}</I18nProvider>
    </Provider>,
  )
  return container.textContent ?? ''
}

test('a seat shows its cost, says when the tokens end, and is left by a press', () => {
  show(<SeatCost show={{ ...seat, secondsLeft: 80, lowBalance: true }} />)
  const cost = screen.getByRole('status', { name: 'Running cost' }).textContent
  for (const part of ['37 tokens', '0:37', '1:20 left', '60 tokens a minute', 'at most 200 tokens']) {
    expect(cost).toContain(part)
  }
  expect(screen.getByRole('alert').textContent).toBe('Your tokens end soon. The show ends with them.')
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(asked).toHaveBeenCalledWith('show:end', { requestId: 'seat' }, 10_000)
})

test('a seat that waits says so, and that leaving costs nothing; one that is called in connects', () => {
  const waits = { ...seat, status: 'accepted', seconds: 0, charged: 0 } as const
  const words = show(<SeatCost show={waits} />)
  expect(words).toContain('The show begins once enough fans have one. Nothing counts before.')
  expect(words).toContain('If you leave now, nothing is paid and your tokens come back at once.')
  const called = show(<SeatCost show={{ ...waits, expiresAt: '2026-11-20T10:01:00.000Z' }} />)
  expect(called).toContain('Connecting.')
  expect(called).not.toContain('once enough fans')
})

test('the receipt of a seat tells seconds and tokens, and leads back to a show that goes on', () => {
  const again = vi.fn()
  const ended = { ...seat, status: 'ended', endedReason: 'fan' } as const
  const words = show(<ShowReceipt show={ended} userId="Ada" onAgain={again} />)
  for (const part of ['You left the show.', 'Both connected0:37', 'You paid37 tokens']) expect(words).toContain(part)
  fireEvent.click(screen.getByRole('button', { name: 'Back to the show' }))
  expect(again).toHaveBeenCalledOnce()
  const left = show(<ShowReceipt show={{ ...ended, status: 'canceled', endedReason: null }} userId="Ada" />)
  expect(left).toContain('You left before the show began.')
  expect(left).toContain('Nothing was charged.')
  expect(screen.queryByRole('button', { name: 'Back to the show' })).toBeNull()
})
