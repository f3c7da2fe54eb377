// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { openDatabase } from '@vesper/sync/engine/dexie/database.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { vesperModel } from '@vesper/sync/vesper/vesper-model.ts'
import { Provider } from 'effector-react'
import type { ComponentProps } from 'react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { order, queuedStep } from '../../testing/orders.ts'
import { OrdersPage } from './orders-page.tsx'

const engine = vi.hoisted(() => ({ sync: undefined as unknown as Sync }))
vi.mock('../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine.sync }))
vi.mock(import('@tanstack/react-router'), async (load) => ({
  ...(await load()),
  Link: (({ to, params, ...props }: ComponentProps<'a'> & { to: string; params?: Record<string, string> }) => (
    <a {...props} href={to.replace('$orderId', params?.['orderId'] ?? '')} />
  )) as never,
}))

// Roles of whole pages are slow to find in happy-dom.
vi.setConfig({ testTimeout: 20_000 })
configure({ asyncUtilTimeout: 5_000 })

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(async () => {
  const { db } = await openDatabase(v7(), vesperModel)
  engine.sync = { db } as unknown as Sync
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: v7() } as Profile })
})
afterEach(() => {
  cleanup()
  engine.sync.db.close()
})

/** The row of the second order; the first one has no queued step. */
async function show(held: Order): Promise<HTMLElement> {
  const { db } = engine.sync
  const earlier = order({ number: 'AAAA2222', paidAt: '2026-11-27T09:00:00.000Z' })
  await db.orders.bulkPut([earlier, held])
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <OrdersPage />
      </I18nProvider>
    </Provider>,
  )
  await screen.findByRole('link', { name: new RegExp(`Mara Vale.*${held.number}`) })
  const rows = screen.getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  return rows[1] as HTMLElement
}

test('an order whose step waits says so in the list, and no other one', async () => {
  const held = order({ fulfilment: 'delivered' })
  await engine.sync.db.outbox.put(queuedStep(held._id, { name: 'order.received' }))
  const row = await show(held)
  expect(await within(row).findByText('Waiting')).toBeTruthy()
  expect(screen.getAllByText('Waiting')).toHaveLength(1)
  expect(within(row).queryByRole('link', { name: `Open order ${held.number}` })).toBeNull()
  await engine.sync.db.outbox.clear()
  await waitFor(() => expect(within(row).queryByText('Waiting')).toBeNull())
})

test('an order whose step was refused says why in the list, and leads to its page', async () => {
  const held = order({ fulfilment: 'canceled' })
  const rejection = { kind: 'conflict' as const, message: 'This order is canceled; that is no longer possible.' }
  await engine.sync.db.outbox.put(queuedStep(held._id, { name: 'order.received', state: 'rejected', rejection }))
  const row = await show(held)
  expect(await within(row).findByText('This order is canceled; that is no longer possible.')).toBeTruthy()
  const link = within(row).getByRole<HTMLAnchorElement>('link', { name: `Open order ${held.number}` })
  expect(link.getAttribute('href')).toBe(`/orders/${held._id}`)
})
