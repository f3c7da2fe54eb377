// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, renderHook } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi, ConnectionError } from '../../core/api/api.ts'
import { useOrderStep } from './use-order-step.ts'

vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi: vi.fn() }))

const refund = { method: 'PUT', path: 'update', body: { refund: { lines: [], restock: false, reason: '' } } } as const

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => vi.mocked(callApi).mockReset())

function orderAt(version: number): Order {
  return { _id: 'one', version } as Order
}

function versionsSent(): unknown[] {
  return vi.mocked(callApi).mock.calls.map(([{ body }]) => (body as { version: number }).version)
}

test('a step without an answer goes again with its first version, whatever the device has heard since', async () => {
  const { result, rerender } = renderHook(({ order }) => useOrderStep(order), { initialProps: { order: orderAt(3) } })
  vi.mocked(callApi).mockRejectedValueOnce(new ConnectionError('gone'))
  await act(() => result.current.take(refund))
  expect(result.current.failure).toMatch(/cannot be reached/)
  rerender({ order: orderAt(4) })
  vi.mocked(callApi).mockRejectedValueOnce(new Refusal('conflict', 'This order has changed meanwhile.'))
  await act(() => result.current.take(refund))
  expect(result.current.failure).toBe('This order has changed meanwhile.')
  vi.mocked(callApi).mockResolvedValueOnce(orderAt(5))
  await act(() => result.current.take(refund))
  expect(versionsSent()).toEqual([3, 3, 4])
  expect([result.current.failure, result.current.shown.version]).toEqual([null, 5])
})
