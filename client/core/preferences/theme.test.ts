import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BACKGROUND } from './theme.ts'

const client = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, client), 'utf8')

test.each([
  ['dark', '', /content = light \? '.+' : '(.+)'/],
  ['light', "[data-theme='light'] ", /content = light \? '(.+)' : '.+'/],
] as const)('the page, its frame and its start screen have the same colours in %s', (theme, selector, inScript) => {
  const tokens = tokensOf(theme)
  const startScreen = block(read('index.html'), `${selector}#start {`)
  expect(BACKGROUND[theme]).toBe(tokens['bg'])
  expect(inScript.exec(read('public/theme.js'))?.[1]).toBe(tokens['bg'])
  expect(/[^-]background: (\S+);/.exec(startScreen)?.[1]).toBe(tokens['bg'])
  expect(/[^-]color: (\S+);/.exec(startScreen)?.[1]).toBe(tokens['ink'])
})

test('until the theme is known, the frame is dark', () => {
  const dark = tokensOf('dark')['bg']
  expect(/"theme-color" content="(\S+)"/.exec(read('index.html'))?.[1]).toBe(dark)
  const manifest = read('build/manifest.ts')
  const colors = [...manifest.matchAll(/(?:theme|background)_color: '(\S+)'/g)].map(([, color]) => color)
  expect(colors).toEqual([dark, dark])
})

function tokensOf(theme: string): Record<string, string> {
  const declarations = block(read('styles/tokens.css'), `\n[data-theme='${theme}'] {`)
  const pairs = [...declarations.matchAll(/--([\w-]+): (.+);/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}

/** The declarations after this selector. */
function block(text: string, selector: string): string {
  const start = text.indexOf(selector)
  expect(start, selector).toBeGreaterThan(-1)
  return text.slice(start, text.indexOf('}', start))
}
