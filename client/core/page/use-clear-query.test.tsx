// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useClearQuery } from './use-clear-query.ts'

afterEach(cleanup)

/** The wallet that a pay page has led back to; the order loads until `arrive`. */
async function show() {
  const arrival = Promise.withResolvers<void>()
  const root = createRootRoute()
  const wallet = createRoute({
    getParentRoute: () => root,
    path: '/wallet',
    component: function Page() {
      const settle = useClearQuery('/wallet')
      return (
        <>
          <button onClick={settle}>Settle</button>
          <Link to="/checkout">Back to your order</Link>
        </>
      )
    },
  })
  const order = createRoute({
    getParentRoute: () => root,
    path: '/checkout',
    loader: () => arrival.promise,
    component: () => <h1>Your order</h1>,
  })
  const history = createMemoryHistory({ initialEntries: ['/', '/wallet?checkoutId=cs_1'] })
  const router = createRouter({ routeTree: root.addChildren([wallet, order]), history, defaultPendingMs: 60_000 })
  render(<RouterProvider router={router as never} />)
  const settle = await screen.findByRole('button', { name: 'Settle' })
  return {
    history,
    settle: () => fireEvent.click(settle),
    leave: () => fireEvent.click(screen.getByRole('link', { name: 'Back to your order' })),
    arrive: () => act(async () => arrival.resolve()),
  }
}

test('the address loses its query, and Back leads to where it led before', async () => {
  const { history, settle } = await show()
  settle()
  await vi.waitFor(() => expect(history.location.href).toBe('/wallet'))
  expect(history.length).toBe(2)
})

test('who is on the way to another page gets there, though the payment settles meanwhile', async () => {
  const { history, settle, leave, arrive } = await show()
  leave()
  await vi.waitFor(() => expect(history.location.href).toBe('/checkout'))
  settle()
  await arrive()
  expect(await screen.findByRole('heading', { name: 'Your order' })).toBeTruthy()
  expect(history.location.href).toBe('/checkout')
})
