// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDrawnNear } from './use-drawn-near.ts'

const HEIGHT = 100
const keys = Array.from({ length: 200 }, (_, index) => `item ${index}`)
let scrolled = 0

beforeEach(() => {
  scrolled = 0
  vi.useFakeTimers()
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this)
    return new DOMRect(0, at * HEIGHT - scrolled, 300, HEIGHT)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function List({ items, at = 0 }: { items: readonly string[]; at?: number }) {
  const list = useRef<HTMLUListElement>(null)
  const { drawn, heightOf } = useDrawnNear(list, items, { count: 4, at })
  return (
    <ul ref={list}>
      {items.map((key) => (
        <li key={key} data-place={key} style={{ minHeight: heightOf(key) }}>
          {drawn.has(key) && <input aria-label={key} />}
        </li>
      ))}
    </ul>
  )
}

const drawnNow = () => [...document.querySelectorAll('input')].map((input) => input.getAttribute('aria-label'))
const settle = () => {
  for (let turn = 0; turn < 60; turn += 1) act(() => void vi.advanceTimersByTime(20))
}
const scrollTo = (top: number) => {
  scrolled = top
  window.dispatchEvent(new Event('scroll'))
  act(() => void vi.advanceTimersByTime(20))
}

test('draws the items in view with the page, and no more than those near it after that', () => {
  render(<List items={keys} />)
  expect(drawnNow()).toEqual(keys.slice(0, 4))
  settle()
  expect(drawnNow()).toEqual(keys.slice(0, 20))
})

test('draws the items at the new place at once, and takes those far away out with the room that they had', () => {
  render(<List items={keys} />)
  settle()
  scrollTo(100 * HEIGHT + 50)
  expect(drawnNow()).toEqual(expect.arrayContaining(keys.slice(100, 104)))
  settle()
  expect(drawnNow()).toEqual(keys.slice(90, 120))
  expect(document.querySelector<HTMLElement>('[data-place="item 3"]')?.style.minHeight).toBe(`${HEIGHT}px`)
})

test('a list of 120 items is drawn whole, wherever it begins, and one more takes the far ones out', () => {
  const { rerender } = render(<List items={keys.slice(0, 120)} at={56} />)
  for (let turn = 0; turn < 3; turn += 1) settle()
  expect(drawnNow()).toEqual(keys.slice(0, 120))
  rerender(<List items={keys.slice(0, 121)} />)
  settle()
  expect(drawnNow()).toEqual(keys.slice(0, 20))
})

test('an item with the focus stays', () => {
  render(<List items={keys} />)
  settle()
  document.querySelector<HTMLElement>('[aria-label="item 2"]')?.focus()
  scrollTo(100 * HEIGHT)
  settle()
  expect(drawnNow()).toEqual(['item 2', ...keys.slice(90, 120)])
})

test('an item that comes in at the top is drawn at once, and a list that has become short shows its end', () => {
  const { rerender } = render(<List items={keys} />)
  rerender(<List items={['newest', ...keys]} />)
  expect(drawnNow()[0]).toBe('newest')
  scrollTo(150 * HEIGHT)
  rerender(<List items={keys.slice(0, 5)} />)
  settle()
  expect(drawnNow()).toEqual(keys.slice(0, 5))
})

test('a page that returns to its place begins there', () => {
  render(<List items={keys} at={60} />)
  expect(drawnNow()).toEqual(keys.slice(60, 64))
})

test('a page that was to return to its place and stays at the top draws what is in view, without a scroll', () => {
  render(<List items={keys} at={60} />)
  settle()
  expect(drawnNow()).toEqual(keys.slice(0, 20))
})

test('a list that has changed above draws what is in view, without a scroll', () => {
  const { rerender } = render(<List items={keys} />)
  scrollTo(100 * HEIGHT)
  settle()
  rerender(<List items={keys.slice(40)} />)
  scrolled = 60 * HEIGHT
  settle()
  expect(drawnNow()).toEqual(keys.slice(90, 120))
})
