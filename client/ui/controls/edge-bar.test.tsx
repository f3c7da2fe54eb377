// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { EdgeBar } from './edge-bar.tsx'

const edge = () => document.documentElement.style.getPropertyValue('--edge-bar')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('toasts learn the height of the bar as it changes, and that it is gone', () => {
  let resized = () => {}
  const disconnect = vi.fn()
  class Observer {
    constructor(told: () => void) {
      resized = told
    }
    observe = () => resized()
    disconnect = disconnect
  }
  vi.stubGlobal('ResizeObserver', Observer)
  let height = 60
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height)
  const { unmount } = render(
    <EdgeBar className="flex">
      <button>Publish</button>
    </EdgeBar>,
  )
  expect(screen.getByRole('button', { name: 'Publish' })).toBeTruthy()
  expect(edge()).toBe('60px')
  height = 124
  resized()
  expect(edge()).toBe('124px')
  unmount()
  expect(edge()).toBe('')
  expect(disconnect).toHaveBeenCalledOnce()
})
