import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** `- **[TAG-1]** sentence. `path``, one rule a line. */
const rules = [...read('sync/RULES.md').matchAll(/^- \*\*\[([A-Z-]+\d+)\]\*\* (.+\.) `(.+)`$/gm)].map(
  ([, tag = '', sentence = '', path = '']) => ({
    tag,
    sentence,
    path: /^(sync|server)\//.test(path) ? path : `sync/engine/${path}`,
  }),
)
const defined = new Set(rules.map(({ tag }) => tag))

const tagged = /\[([A-Z]{2,}(?:-[A-Z]+)*-\d+)\]/g
/** A title that begins with a tag, numbered or not. */
const title = /['"`]\[([A-Z]{2,}(?:-[A-Z]+)*(?:-\d+)?)\] /g
const isProtocol = (path: string) => /^(sync|server\/infra\/sync)\//.test(path)

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) =>
      /\.(tsx?|mjs|md|css)$/.test(path) &&
      !/^(sync\/RULES.md|tools\/lint\/(rules|wording).test.ts)$/.test(path) &&
      existsSync(join(root, path)),
  )
  .map((path) => ({ path, tags: tagsIn(path) }))

test('each rule of the protocol is defined once, on a line of its own', () => {
  expect(rules.length).toBeGreaterThan(90)
  expect(rules).toHaveLength(defined.size)
  const lines = read('sync/RULES.md').match(/^- /gm)
  expect(rules).toHaveLength(lines?.length ?? 0)
})

test('each rule is one sentence', () => {
  expect(rules.filter(({ sentence }) => /[.!?] [A-Z]/.test(sentence))).toEqual([])
})

test.each(rules)('the test of $tag names it', ({ tag, path }) => {
  expect(tagsIn(path)).toContain(tag)
})

test('every tag in sync and in its server half is a rule', () => {
  const unknown = sources
    .filter(({ path }) => isProtocol(path))
    .flatMap(({ path, tags }) => tags.filter((tag) => !defined.has(tag)).map((tag) => `${path} ${tag}`))
  expect(unknown).toEqual([])
})

test('no tag stands anywhere else', () => {
  expect(
    sources
      .filter(({ path, tags }) => !isProtocol(path) && tags.length > 0)
      .map(({ path, tags }) => `${path} ${tags.join(' ')}`),
  ).toEqual([])
})

function tagsIn(path: string): string[] {
  const text = read(path)
  return [...text.matchAll(tagged), ...text.matchAll(title)].map(([, tag = '']) => tag)
}
