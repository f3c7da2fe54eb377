import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isRiddle, sentencesOf } from './wording.ts'

const root = join(import.meta.dirname, '../..')
/** All documents, and the code whose comments and titles have been read. */
const covered = /\.md$|^(sync|server\/infra\/sync|tools\/lint)\/.*\.(tsx?|mjs)$/

const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => covered.test(path) && path !== 'tools/lint/wording.test.ts' && existsSync(join(root, path)))

test('no sentence of documents, comments and titles begins with What, Of, Whoever or Whether', () => {
  const riddles = paths.flatMap((path) => sentencesOf(path, readFileSync(join(root, path), 'utf8')).filter(isRiddle))
  expect(paths.length).toBeGreaterThan(300)
  expect(riddles.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
})

test('finds a riddle in a comment, a title and a document', () => {
  const code =
    "/** Sends it. What is queued waits. */\n// Whoever asks is told.\ntest('[OUTBOX-1] of two, one wins', () => {})\n"
  expect(
    sentencesOf('a.ts', code)
      .filter(isRiddle)
      .map(({ text }) => text),
  ).toEqual(['What is queued waits.', 'Whoever asks is told.', 'of two, one wins'])
  expect(
    sentencesOf('a.md', '# What it is\n\nIt sends. Whether it arrives\nis open.\n').filter(isRiddle),
  ).toMatchObject([{ line: 3, text: 'Whether it arrives is open.', words: 5 }])
})
