import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../locales')
const catalogues = globSync('*/*.po', { cwd: folder })

test('there are catalogues in both languages', () => {
  expect(catalogues.length).toBeGreaterThanOrEqual(8)
})

test.each(catalogues)('%s has a translation of each text', (path) => {
  const texts = entriesOf(readFileSync(join(folder, path), 'utf8'))
  expect(texts.length).toBeGreaterThan(10)
  expect(texts.filter(({ translation }) => translation.trim() === '').map(({ id }) => id)).toEqual([])
})

test('an emptied translation is found', () => {
  const po =
    'msgid ""\nmsgstr ""\n"Language: ar\\n"\n\nmsgid "Drafts"\nmsgstr ""\n\nmsgid ""\n"Two "\n"lines"\nmsgstr ""\n"a"\n'
  expect(entriesOf(po)).toEqual([
    { id: 'Drafts', translation: '' },
    { id: 'Two lines', translation: 'a' },
  ])
})

/** The entries of a PO file without its header. A text may go on over lines, each in quotes of its own. */
function entriesOf(po: string): { id: string; translation: string }[] {
  const entries = po.matchAll(/^msgid ((?:"[^\n]*"\n)+)msgstr ((?:"[^\n]*"(?:\n|$))+)/gm)
  return [...entries]
    .map(([, id = '', translation = '']) => ({ id: unquoted(id), translation: unquoted(translation) }))
    .filter(({ id }) => id !== '')
}

function unquoted(lines: string): string {
  return lines.replaceAll(/^"|"$/gm, '').replaceAll('\n', '')
}
