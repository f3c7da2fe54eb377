// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCloseOnBack } from './use-close-on-back.ts'

afterEach(cleanup)

function Overlay({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose)
  return null
}

test('going back closes the overlay, and the router hears nothing of it', async () => {
  const [onClose, router] = [vi.fn(), vi.fn()]
  history.pushState({ key: 'thread' }, '', '/thread')
  addEventListener('popstate', router)
  render(<Overlay onClose={onClose} />)
  expect(history.state).toMatchObject({ key: 'thread' })
  history.back()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect([location.pathname, history.state]).toEqual(['/thread', { key: 'thread' }])
  cleanup()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([location.pathname, router.mock.calls.length]).toEqual(['/thread', 0])
  removeEventListener('popstate', router)
})

test('an overlay that is closed otherwise leaves no entry behind', async () => {
  history.pushState({ key: 'first' }, '', '/first')
  history.pushState({ key: 'second' }, '', '/second')
  const { unmount } = render(<Overlay onClose={() => {}} />)
  unmount()
  await vi.waitFor(() => expect(history.state).toEqual({ key: 'second' }))
  history.back()
  await vi.waitFor(() => expect(location.pathname).toBe('/first'))
})
