import { globSync, readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { CatalogType } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { sentencesOf, sentenceSources } from './server-sentences.ts'

const locales = join(import.meta.dirname, '../locales')
const sentences = [
  ...new Set(
    globSync(sentenceSources, { exclude: ['**/node_modules/**'] }).flatMap((path) => sentencesOf(path, read(path))),
  ),
]
const english = await catalogue('en', 'server')
const arabic = await catalogue('ar', 'server')

test('the catalogue has every sentence of the server and of the shared schemas: else run npm run i18n', () => {
  expect(sentences).toContain('This username is taken.')
  expect(sentences).toContain('Too many requests. Please try again in {number} seconds.')
  expect(Object.keys(english).toSorted()).toEqual(sentences.toSorted())
  expect(Object.keys(arabic).toSorted()).toEqual(sentences.toSorted())
})

test('every sentence has its translation', () => {
  expect(Object.keys(arabic).filter((sentence) => !arabic[sentence]?.translation)).toEqual([])
})

test('a sentence with a number that differs has no other number, and its translation says the number', () => {
  const numbered = sentences.filter((sentence) => sentence.includes('{'))
  expect(numbered.length).toBeGreaterThan(0)
  for (const sentence of numbered) {
    expect(sentence).toMatch(/^[^{\d]*\{number\}[^{\d]*$/)
    expect(arabic[sentence]?.translation).toContain('{number')
  }
})

test('a text has one translation, whichever catalogue has it', async () => {
  const translations = new Map<string, string | undefined>()
  const differing: string[] = []
  const names = globSync('*.po', { cwd: join(locales, 'ar') }).map((file) => parse(file).name)
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    for (const [id, { message = id, context = '', translation }] of Object.entries(await catalogue('ar', name))) {
      const text = `${context} ${message}`
      if (translations.has(text) && translations.get(text) !== translation) differing.push(text)
      translations.set(text, translation)
    }
  }
  expect(differing).toEqual([])
})

test('reads sentences in any quotes, and neither comments nor parts of sentences', () => {
  const code = [
    "new Refusal('invalid', 'This is one sentence.')",
    'v.check(isSeen, "You can\'t see this.")',
    'const text = `At most ${rule.maxCount} files.`',
    "// 'This is a comment.'",
    "/* 'This is one too.' */",
    "const name = 'not a sentence'",
  ]
  expect(sentencesOf('/vesper/server/x.ts', code.join('\n'))).toEqual([
    'This is one sentence.',
    "You can't see this.",
    'At most {number} files.',
  ])
  expect(sentencesOf('/vesper/server/x.test.ts', code.join('\n'))).toEqual([])
})

async function catalogue(locale: string, name: string): Promise<CatalogType> {
  const filename = join(locales, locale, `${name}.po`)
  return await formatter().parse(read(filename), { locale, sourceLocale: 'en', filename })
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}
