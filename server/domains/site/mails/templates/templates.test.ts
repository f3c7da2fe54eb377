import { MAIL_KEYS, MAIL_SUBJECT_MAX, MAIL_TEXT_MAX, SaveDeskMail } from '@vesper/sync/vesper/api/desk-mails.ts'
import { mailProblems } from '@vesper/sync/vesper/mails/mail-problems.ts'
import { namesIn, renderMail } from '@vesper/sync/vesper/mails/render-mail.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { valuesIn } from '../mail-of.ts'
import { defaultWords, placeholdersOf } from './templates.ts'

test.each(MAIL_KEYS)('the default of %s could be saved, and uses each placeholder', (key) => {
  const words = defaultWords(key)
  const placeholders = placeholdersOf(key, 'https://vesper.example')
  expect(mailProblems(words, placeholders)).toEqual([])
  expect(v.parse(SaveDeskMail, { version: 0, ...words })).toEqual({ version: 0, ...words })
  expect(namesIn(`${words.subject}\n${words.text}`).toSorted()).toEqual(placeholders.map(({ name }) => name).toSorted())
  expect(words.subject.length).toBeLessThanOrEqual(MAIL_SUBJECT_MAX)
  expect(words.text.length).toBeLessThanOrEqual(MAIL_TEXT_MAX / 2)
})

test.each(MAIL_KEYS)('the samples of %s fill it in each language', (key) => {
  const placeholders = placeholdersOf(key, 'https://vesper.example')
  const samples = Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample]))
  for (const language of ['en', 'ar'] as const) {
    const rendered = renderMail(defaultWords(key), placeholders, valuesIn(samples, language))
    expect(rendered?.text).not.toMatch(/[{}]/)
  }
})

test('a link never stands in a subject, which is kept after the mail is sent', () => {
  const links = MAIL_KEYS.flatMap((key) => placeholdersOf(key, 'https://vesper.example')).filter(({ sample }) =>
    /https?:/.test(sample.en),
  )
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter(({ fitsSubject }) => fitsSubject)).toEqual([])
})
