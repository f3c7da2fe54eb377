import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { poEntries } from './po-entries.ts'

type Need = { file: string; catalogues: readonly string[] }

const client = join(import.meta.dirname, '..')
const textsOf = new Map(
  [
    'entry',
    'activity',
    'app',
    'aside',
    'content',
    'desk',
    'lists',
    'live',
    'money',
    'orders',
    'reach',
    'security',
    'studio',
    'pages',
  ].map((name) => [name, poEntries(read(`locales/en/${name}.po`))]),
)
/** It loads the frame of a page beside the catalogues of the page. */
const FRAMES = 'app/layouts/load-layouts.ts'

const routes = globSync('routes/**/*.tsx', { cwd: client }).filter((file) => !/\.test\.|__root/.test(file))

test.each(routes)('%s loads the catalogues that its texts stand in', (route) => {
  expect(missingTexts({ file: route, catalogues: declaredBy(read(route)) })).toEqual([])
})

test('the frame around a page has its texts', () => {
  expect(missingTexts({ file: 'routes/__root.tsx', catalogues: ['entry'] })).toEqual([])
  expect(missingTexts({ file: 'app/layouts/public/public-layout.tsx', catalogues: ['entry'] })).toEqual([])
  expect(missingTexts({ file: 'app/layouts/signed-in/signed-in-layout.tsx', catalogues: ['app'] })).toEqual([])
})

test('a page that lacks a catalogue is found', () => {
  expect(missingTexts({ file: 'routes/wallet/index.tsx', catalogues: ['app'] })).not.toEqual([])
})

/** Texts that a screen may show and that are in none of the catalogues it has by then, with the file that shows them. */
function missingTexts(start: Need): string[] {
  const seen = new Map<string, Set<string>>()
  const missing = new Set<string>()
  const open: Need[] = [start]
  for (let need = open.pop(); need; need = open.pop()) {
    const has = withBase(need.catalogues)
    const key = has.toSorted().join(' ')
    const visited = seen.get(key) ?? new Set()
    seen.set(key, visited)
    if (visited.has(need.file)) continue
    visited.add(need.file)
    const loaded = new Set(has.flatMap((name) => textsOf.get(name)?.map(({ id }) => id) ?? []))
    for (const text of textsShownBy(need.file)) if (!loaded.has(text)) missing.add(`${need.file}: ${text}`)
    open.push(...importsOf(need))
  }
  return [...missing]
}

function textsShownBy(file: string): string[] {
  const entries = [...textsOf.values()].flat()
  return entries.filter(({ files }) => files.includes(file)).map(({ id }) => id)
}

/** Imports that last until run time; a part that is loaded later brings the catalogues that it names. */
function importsOf({ file, catalogues }: Need): Need[] {
  const code = read(file)
  const plain = [...code.matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'(\.[^']+)'/gm)]
  const later = file === FRAMES ? [] : [...code.matchAll(/import\('(\.[^']+)'\)\)?(?:\)?\.\w+)?((?:,\s*'\w+')*)/g)]
  return [
    ...plain.map(([, path = '']) => ({ path, more: [] as string[] })),
    ...later.map(([, path = '', names = '']) => ({ path, more: names.match(/\w+/g) ?? [] })),
  ].flatMap(({ path, more }) => {
    const target = relative(client, resolve(client, dirname(file), path))
    const isOurs = /\.tsx?$/.test(target) && !target.startsWith('..') && existsSync(join(client, target))
    return isOurs ? [{ file: target, catalogues: [...catalogues, ...more] }] : []
  })
}

function declaredBy(code: string): string[] {
  const declared = /catalogues: \[([^\]]*)\]/.exec(code)?.[1]
  return declared ? (declared.match(/\w+/g) ?? []) : ['app']
}

function withBase(catalogues: readonly string[]): string[] {
  const isEntry = catalogues.every((name) => name === 'entry')
  return [...new Set(['entry', ...(isEntry ? [] : ['app']), ...catalogues])]
}

function read(path: string): string {
  return readFileSync(join(client, path), 'utf8')
}
