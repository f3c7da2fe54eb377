// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFullScreen } from './use-full-screen.ts'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
  Reflect.deleteProperty(document, 'fullscreenElement')
})

function Page({ hasPicture = true }: { hasPicture?: boolean }) {
  const { frame, isFull, toggle } = useFullScreen(hasPicture)
  return (
    <main>
      <a href="/">Elsewhere</a>
      <div ref={frame} data-full={isFull} data-testid="frame">
        <button type="button" onClick={toggle}>
          Full screen
        </button>
        <div role="menu">
          <button type="button">Entry</button>
        </div>
      </div>
    </main>
  )
}

const isFull = () => screen.getByTestId('frame').dataset['full'] === 'true'
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Full screen' }))

/** A browser that fills the screen with the page, and tells of each change. */
function browserWithFullScreen() {
  const show = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  const request = vi.fn(async () => show(document.documentElement))
  const exit = vi.fn(async () => show(null))
  Object.assign(document.documentElement, { requestFullscreen: request })
  Object.assign(document, { exitFullscreen: exit })
  return { request, exit, show }
}

test('without the interface of the browser a layer fills the page, and Escape leaves it', () => {
  render(<Page />)
  press()
  expect(isFull()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(isFull()).toBe(false)
})

test('the browser is asked, and its own way out leaves the layer too', async () => {
  const browser = browserWithFullScreen()
  render(<Page />)
  await act(async () => void press())
  expect([isFull(), browser.request.mock.calls.length]).toEqual([true, 1])
  act(() => browser.show(null))
  expect(isFull()).toBe(false)
})

test('a second press gives the bars of the browser back, and so does leaving the page', async () => {
  const browser = browserWithFullScreen()
  const { unmount } = render(<Page />)
  await act(async () => void press())
  press()
  expect([isFull(), browser.exit.mock.calls.length]).toEqual([false, 1])
  await act(async () => void press())
  unmount()
  expect(browser.exit).toHaveBeenCalledTimes(2)
})

test('a browser that refuses leaves the layer alone, until Escape', async () => {
  Object.assign(document.documentElement, { requestFullscreen: async () => Promise.reject(new TypeError('refused')) })
  render(<Page />)
  await act(async () => void press())
  expect(isFull()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(isFull()).toBe(false)
})

test('the page beneath takes no focus meanwhile, and takes it again afterwards', () => {
  render(<Page />)
  const link = screen.getByText('Elsewhere')
  press()
  expect([link.hasAttribute('inert'), screen.getByTestId('frame').hasAttribute('inert')]).toEqual([true, false])
  press()
  expect(link.hasAttribute('inert')).toBe(false)
})

test('Escape in an open menu closes only the menu', () => {
  render(<Page />)
  press()
  fireEvent.keyDown(screen.getByText('Entry'), { key: 'Escape' })
  expect(isFull()).toBe(true)
})

test('the end of the picture leaves it', () => {
  const { rerender } = render(<Page />)
  press()
  rerender(<Page hasPicture={false} />)
  expect(isFull()).toBe(false)
})
