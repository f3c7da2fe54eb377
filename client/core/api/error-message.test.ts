import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../locales/ar/server.po'
import { translated } from './error-message.ts'

beforeEach(() => i18n.loadAndActivate({ locale: 'ar', messages }))

test('a sentence of the server is shown in the language of the app', () => {
  expect(translated('This username is taken.')).toMatch(/^[^a-z]+$/i)
  expect(translated('A cart has at most 100 products.')).toMatch(/^[^a-z]*100[^a-z]*$/i)
})

test('a sentence keeps its number, and says it as the language does', () => {
  expect(translated('This is too large: at most 100 MB can be sent.')).toMatch(/^[^a-z]*100[^a-z]*$/i)
  const waits = [2, 3, 20].map((seconds) => translated(`Too many requests. Please try again in ${seconds} seconds.`))
  for (const [index, word] of ['ثانيتين', 'ثوانٍ', 'ثانية'].entries()) expect(waits[index]).toContain(word)
})

test('a sentence keeps its day', () => {
  const sentence = translated('Selling is paused until 2026-12-31. Read why under Decisions.')
  expect(sentence).toMatch(/^[^a-z]*2026-12-31[^a-z]*$/i)
})

test('a sentence keeps the placeholder that it names', () => {
  const sentence = translated('Keep {link} in the text. The mail is of no use without it.')
  expect(sentence).toMatch(/^[^a-z]*\{link\}[^a-z]*$/i)
})

test('a sentence that no catalogue has stays in English', () => {
  expect(translated('No catalogue has this.')).toBe('No catalogue has this.')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(translated('This username is taken.')).toBe('This username is taken.')
})
