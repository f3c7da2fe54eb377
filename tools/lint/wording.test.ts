import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run.ts'
import { wordedFiles } from './worded-files.ts'
import { isRiddle, sentencesOf } from './wording.ts'

const riddlesIn = (path: string, source: string) => sentencesOf(path, source).filter(isRiddle)

test('no sentence of documents, comments and titles begins with a riddle', () => {
  const paths = wordedFiles()
  const riddles = paths.flatMap((path) => riddlesIn(path, readFileSync(join(root, path), 'utf8')))
  expect(paths.length).toBeGreaterThan(300)
  expect(riddles.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
})

test('finds a riddle in a comment, a title and a document', () => {
  const code =
    "/** Sends it. What is queued waits. */\n// Whoever asks is told.\ntest('[OUTBOX-1] of two, one wins', () => {})\n"
  expect(riddlesIn('a.ts', code).map(({ text }) => text)).toEqual([
    'What is queued waits.',
    'Whoever asks is told.',
    'of two, one wins',
  ])
  expect(riddlesIn('a.md', '# What it is\n\nIt sends. Whether it arrives\nis open.\n')).toMatchObject([
    { line: 3, text: 'Whether it arrives is open.', words: 5 },
  ])
})

test.each([
  'Of a photo.',
  'Whose cart it is.',
  'Those of others are of when the post was read.',
  'Those who read a comment see its photo.',
  'That of another customer is another one.',
  'That a fan follows a creator.',
  'that was replaced comes back by its link',
  'By what other tabs see that this one lives.',
  'Until when the seller answers.',
  'For a video.',
  'In the order of the kinds.',
  'From 0 to 1.',
])('"%s" is a riddle', (text) => {
  expect(riddlesIn('a.md', text)).toHaveLength(1)
})

test.each([
  'The queued mutation waits.',
  'What is a mutation?',
  'Of course the draft stays.',
  'Those posts are locked.',
  'That event alone decides who the socket is.',
  'At most one request.',
  'Without an answer it is open.',
  'In production there is never a `/mailbox`.',
  'After a commit, once a tick, a server tells the others.',
  'For a rejected document, the form asks again.',
  'How long one call takes.',
])('"%s" is none', (text) => {
  expect(riddlesIn('a.md', text)).toEqual([])
})
