// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { turnKeyShortcuts } from '../../../core/preferences/key-shortcuts.ts'
import { shortcutOf } from './shortcut-of.ts'

type Init = KeyboardEventInit & { key: string }

afterEach(() => {
  turnKeyShortcuts(true)
  document.body.innerHTML = ''
})

test.each<[string, Init, string]>([
  ['of an English keyboard', { key: 'j', code: 'KeyJ' }, 'j'],
  ['with the capitals locked', { key: 'J', code: 'KeyJ' }, 'j'],
  ['of a keyboard with the letters elsewhere', { key: 'j', code: 'KeyC' }, 'j'],
  ['of an Arabic keyboard', { key: 'ت', code: 'KeyJ' }, 'j'],
  ['of a Russian keyboard', { key: 'п', code: 'KeyG' }, 'g'],
  ['that asks in English', { key: '?', code: 'Slash', shiftKey: true }, '?'],
  ['that asks in Arabic', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['that asks on a German keyboard', { key: '?', code: 'Minus', shiftKey: true }, '?'],
  ['of the slash in Arabic', { key: 'ظ', code: 'Slash' }, '/'],
  ['with Ctrl', { key: 'k', code: 'KeyK', ctrlKey: true }, 'mod+k'],
  ['with ⌘ on an Arabic keyboard', { key: 'ن', code: 'KeyK', metaKey: true }, 'mod+k'],
])('a key %s is a shortcut', (_, init, shortcut) => {
  expect(press(init)).toBe(shortcut)
})

test.each<[string, Init]>([
  ['another letter', { key: 'x', code: 'KeyX' }],
  ['a letter with Alt', { key: 'j', code: 'KeyJ', altKey: true }],
  ['a letter with Ctrl', { key: 'j', code: 'KeyJ', ctrlKey: true }],
  ['a word that is being composed', { key: 'j', code: 'KeyJ', isComposing: true }],
  ['Enter', { key: 'Enter', code: 'Enter' }],
])('%s is none', (_, init) => {
  expect(press(init)).toBeNull()
})

test.each(['<input>', '<textarea></textarea>', '<select></select>', '<p contenteditable="true"></p>'])(
  'in %s keys are words, and Ctrl K still finds',
  (field) => {
    document.body.innerHTML = field
    const target = document.body.firstElementChild ?? undefined
    expect(press({ key: '/', code: 'Slash' }, target)).toBeNull()
    expect(press({ key: 'k', code: 'KeyK', ctrlKey: true }, target)).toBe('mod+k')
  },
)

test.each(['<dialog open></dialog>', '<div role="dialog"></div>', '<div role="menu"></div>'])(
  'under %s nothing is a shortcut',
  (over) => {
    document.body.innerHTML = over
    expect(press({ key: '?', code: 'Slash', shiftKey: true })).toBeNull()
    expect(press({ key: 'k', code: 'KeyK', ctrlKey: true })).toBeNull()
  },
)

test('turned off, single keys are none, and Ctrl K still finds', () => {
  turnKeyShortcuts(false)
  expect(press({ key: 'j', code: 'KeyJ' })).toBeNull()
  expect(press({ key: 'k', code: 'KeyK', ctrlKey: true })).toBe('mod+k')
})

function press(init: Init, target: Element = document.body): string | null {
  let shortcut: string | null = null
  const hear = (event: KeyboardEvent) => (shortcut = shortcutOf(event))
  addEventListener('keydown', hear)
  target.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }))
  removeEventListener('keydown', hear)
  return shortcut
}
