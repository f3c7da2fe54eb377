// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longPress } from './long-press.ts'

const opened = vi.fn()

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  opened.mockClear()
})

test('a finger that stays opens the menu, and its end presses nothing', () => {
  const { bubble } = shown()
  touch(bubble)
  vi.advanceTimersByTime(449)
  expect(opened).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(opened).toHaveBeenCalledOnce()
  // `fireEvent` answers whether the browser goes on to a mouse's events.
  expect(fireEvent.touchEnd(bubble)).toBe(false)
  expect(fireEvent.touchEnd(bubble)).toBe(true)
})

test('a photo opens the menu under a finger that stays, a link its own', () => {
  shown()
  touch(screen.getByText('photo'))
  vi.advanceTimersByTime(500)
  expect(opened).toHaveBeenCalledOnce()
  fireEvent.touchEnd(document.body)
  touch(screen.getByText('link'))
  vi.advanceTimersByTime(500)
  expect(opened).toHaveBeenCalledOnce()
})

test.each(['pointerUp', 'pointerCancel'] as const)('a touch that ends with %s in time opens nothing', (end) => {
  const { bubble } = shown()
  touch(bubble)
  fireEvent[end](bubble)
  vi.advanceTimersByTime(500)
  expect(opened).not.toHaveBeenCalled()
  expect(fireEvent.touchEnd(bubble)).toBe(true)
})

test('the second button of a mouse opens the menu, but the browser’s own on a link and on a selection', () => {
  const { bubble } = shown()
  fireEvent.pointerDown(bubble, { pointerType: 'mouse' })
  expect(fireEvent.contextMenu(screen.getByText('link'))).toBe(true)
  vi.spyOn(globalThis, 'getSelection').mockReturnValue({ isCollapsed: false, containsNode: () => true } as never)
  expect(fireEvent.contextMenu(bubble)).toBe(true)
  expect(opened).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  expect(fireEvent.contextMenu(bubble)).toBe(false)
  expect(opened).toHaveBeenCalledOnce()
})

function touch(element: HTMLElement): void {
  fireEvent.pointerDown(element, { pointerType: 'touch', clientX: 5, clientY: 5 })
}

function shown() {
  render(
    <article>
      <div data-testid="bubble" onPointerDown={longPress.onPointerDown} onContextMenu={longPress.onContextMenu}>
        words <a href="/">link</a> <button type="button">photo</button>
      </div>
      <button type="button" aria-haspopup="menu" aria-expanded="false" onClick={opened}>
        options
      </button>
    </article>,
  )
  return { bubble: screen.getByTestId('bubble') }
}
