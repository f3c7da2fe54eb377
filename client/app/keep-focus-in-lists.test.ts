// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocusInLists } from './keep-focus-in-lists.ts'

let stop = (): void => {}

beforeEach(() => {
  stop = keepFocusInLists()
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

const observed = () => new Promise((resolve) => setTimeout(resolve))
const one = <Found extends HTMLElement = HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector)
  if (!found) throw new Error(`nothing matches ${selector}`)
  return found
}

/** A page with a list of entries, each with the button of a menu. */
function page(entries: string): void {
  document.body.innerHTML = `<main><h1 tabindex="-1">Things</h1><section><h2>Mine</h2>${entries}</section></main>`
}
const list = (...names: string[]) =>
  `<ul>${names.map((name) => `<li id="${name}"><a href="/">${name}</a><button>More</button></li>`).join('')}</ul>`

test.each([
  ['the next entry', list('a', 'b', 'c'), '#b', '#b', '#c'],
  ['the entry before, at the end of the list', list('a', 'b', 'c'), '#c', '#c', '#b'],
  ['the heading, where none is left', list('a'), '#a', '#a', 'h2'],
  ['the heading, where the list goes with its last entry', list('a'), '#a', 'ul', 'h2'],
  [
    'the next answer, not the next comment',
    `<ul><li id="x"><article>${list('a', 'b')}</article></li><li id="y">y</li></ul>`,
    '#a',
    '#a',
    '#b',
  ],
  [
    'the comment, where its last answer goes with the list of answers',
    `<ul><li id="x"><article id="comment"><h3>x</h3><div>${list('a')}</div></article></li><li id="y">y</li></ul>`,
    '#a',
    'ul ul',
    '#comment',
  ],
  [
    'the next row of a thread, which lies in a place of its own',
    '<div role="log"><div id="row"><article><button>More</button></article></div><div><article id="b">b</article></div></div>',
    '#row',
    '#row',
    '#b',
  ],
  [
    'the entry itself, where its button goes and it stays',
    '<ul><li id="a"><span id="actions"><button>More</button></span></li></ul>',
    '#a',
    '#actions',
    '#a',
  ],
])('the focus of an entry that goes moves to %s', async (_, html, ...[focusedIn, removed, expected]) => {
  page(html)
  one(`${focusedIn} button`).focus()
  one(removed).remove()
  await observed()
  expect(document.activeElement).toBe(one(expected))
})

test('elements that go from the inside out leave the focus at the next entry', async () => {
  page(list('a', 'b'))
  const button = one('#a button')
  button.focus()
  button.remove()
  one('#a').remove()
  await observed()
  expect(document.activeElement).toBe(one('#b'))
})

test('an entry whose button was disabled while it worked leaves the focus at the next one', async () => {
  page(list('a', 'b'))
  const button = one<HTMLButtonElement>('#a button')
  button.focus()
  button.disabled = true
  button.blur()
  await observed()
  one('#a').remove()
  await observed()
  expect(document.activeElement).toBe(one('#b'))
})

test.each([
  ['is somewhere else by then', () => one('h1').focus(), 'h1'],
  ['was given up', () => one('#a button').blur(), 'body'],
])('a focus that %s stays there', async (_, leave, expected) => {
  page(list('a', 'b'))
  one('#a button').focus()
  leave()
  await observed()
  one('#a').remove()
  await observed()
  expect(document.activeElement).toBe(one(expected))
})

test('a page that goes as a whole leaves the focus to the one that comes', async () => {
  page(list('a'))
  one('#a button').focus()
  one('main').remove()
  document.body.insertAdjacentHTML('beforeend', '<main><h1 tabindex="-1">Other</h1></main>')
  await observed()
  expect(document.activeElement).toBe(document.body)
})
