import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { poEntries } from './po-entries.ts'

const folder = join(import.meta.dirname, '../locales')
const catalogues = globSync('*/*.po', { cwd: folder })

test('there are catalogues in both languages', () => {
  expect(catalogues.length).toBeGreaterThanOrEqual(12)
})

test.each(catalogues)('%s has a translation of each text', (path) => {
  const texts = poEntries(readFileSync(join(folder, path), 'utf8'))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter(({ translation }) => translation.trim() === '').map(({ id }) => id)).toEqual([])
})

test('an emptied translation is found', () => {
  const po =
    'msgid ""\nmsgstr ""\n"Language: ar\\n"\n\nmsgid "Drafts"\nmsgstr ""\n\nmsgid ""\n"Two "\n"lines"\nmsgstr ""\n"a"\n'
  expect(poEntries(po)).toMatchObject([
    { id: 'Drafts', translation: '' },
    { id: 'Two lines', translation: 'a' },
  ])
})
