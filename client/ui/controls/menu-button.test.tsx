// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { lazy } from 'react'
import { afterEach, expect, test } from 'vitest'
import { MenuButton } from './menu-button.tsx'

afterEach(cleanup)

test('a menu that comes late opens for whoever waits for it', async () => {
  const { button, load } = opened()
  fireEvent.keyDown(button, { key: 'Shift' })
  fireEvent.pointerDown(button)
  await load()
  expect(screen.queryByText('Log out')).not.toBeNull()
})

test.each([
  ['pressed Escape', (): void => void fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['touched something else', (): void => void fireEvent.pointerDown(screen.getByText('Elsewhere'))],
  ['gone to something else by key', (): void => screen.getByText('Elsewhere').focus()],
])('a menu that comes late does not open for whoever has %s', async (_, goOn) => {
  const { button, load } = opened()
  act(goOn)
  await load()
  expect(screen.queryByText('Log out')).toBeNull()
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

/** The button of a menu whose file is on its way, pressed. */
function opened() {
  let arrive: (file: { default: () => string }) => void = () => {}
  const Items = lazy(() => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)))
  render(
    <>
      <MenuButton label="Account menu" preload={() => {}} content={() => <Items />}>
        Open
      </MenuButton>
      <button type="button">Elsewhere</button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Account menu' })
  fireEvent.click(button)
  return { button, load: () => act(async () => arrive({ default: () => 'Log out' })) }
}
