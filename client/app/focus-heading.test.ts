// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { focusHeading } from './focus-heading.ts'

let giveUp = (): void => {}

afterEach(() => {
  giveUp()
  document.body.replaceChildren()
})

test('a page whose heading comes late takes the focus from the link that led to it', async () => {
  const link = add('<a href="/cart">Cart</a>')
  link.focus()
  giveUp = focusHeading(link)
  const heading = add('<h1 tabindex="-1">Cart</h1>')
  await observed()
  expect(document.activeElement).toBe(heading)
})

test('the button of the menu that led to a page gives the focus to the heading', async () => {
  const button = add('<button aria-haspopup="menu" aria-expanded="false">Account menu</button>')
  giveUp = focusHeading(document.body)
  button.focus()
  const heading = add('<h1 tabindex="-1">Cart</h1>')
  await observed()
  expect(document.activeElement).toBe(heading)
})

test.each([
  ['a menu that was opened', '<button aria-haspopup="menu" aria-expanded="true">Account menu</button>'],
  ['a field', '<input>'],
])('%s while the page is on its way keeps the focus', async (_, html) => {
  giveUp = focusHeading(document.body)
  const element = add(html)
  element.focus()
  add('<h1 tabindex="-1">Cart</h1>')
  await observed()
  expect(document.activeElement).toBe(element)
})

test.each([
  ['a finger', () => new Event('pointerdown', { bubbles: true })],
  ['a key', () => new KeyboardEvent('keydown', { key: 'Tab', bubbles: true })],
])('the button of a menu to which %s went keeps the focus, before its menu is open too', async (_, pressed) => {
  giveUp = focusHeading(document.body)
  const button = add('<button aria-haspopup="menu" aria-expanded="false">Post options</button>')
  button.dispatchEvent(pressed())
  button.focus()
  add('<h1 tabindex="-1">Post</h1>')
  await observed()
  expect(document.activeElement).toBe(button)
})

test('the button that was left keeps the focus once its menu is opened again', async () => {
  const button = add('<button aria-haspopup="menu" aria-expanded="true">Account menu</button>')
  button.focus()
  giveUp = focusHeading(button)
  add('<h1 tabindex="-1">Cart</h1>')
  await observed()
  expect(document.activeElement).toBe(button)
})

function add(html: string): HTMLElement {
  document.body.insertAdjacentHTML('beforeend', html)
  const added = document.body.lastElementChild
  if (!(added instanceof HTMLElement)) throw new Error(`${html} is no element.`)
  return added
}

/** A mutation is told in a microtask. */
async function observed(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0))
}
