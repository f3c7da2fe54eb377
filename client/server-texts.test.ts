import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { teachTexts, translated } from './error-text.ts'
import { messages as app } from './locales/ar/app.po'
import { messages as known } from './locales/ar/entry.po'
import { messages as pages } from './locales/ar/pages.po'
import { messages } from './locales/ar/server.po'
import { serverTexts } from './server-texts.ts'

/** What stands where a sentence has something put in. */
const A_NUMBER = 37

const root = join(import.meta.dirname, '..')

/** What says nothing to a person who uses the app. */
const folders = /node_modules|\/(bench|database|demo|dist|examples|live|mail|testing)\//
const files =
  /\.test\.ts$|\/(api-docs|check-port|config|mails|openapi|openapi-schema|set|storage|video-processing)\.ts$/
const texts = new Set([
  // Of an error that nobody is left to read.
  'The client hung up.',
  // A record's own text, which the app shows in words of its own.
  'Message deleted!',
])

teachTexts(serverTexts)

beforeEach(() => i18n.loadAndActivate({ locale: 'ar', messages: { ...known, ...messages } }))

test('[TEXTS-1] every sentence of the server and of the shared schemas can be said in Arabic', () => {
  const said = [...new Set(['server', 'sync'].flatMap(sources).flatMap(sentences))].filter((text) => !texts.has(text))
  expect(said).toContain('This username is taken.')
  expect(said).toContain(`Too many requests. Please try again in ${A_NUMBER} seconds.`)
  expect(said.filter((text) => translated(text) === text)).toEqual([])
})

test('[TEXTS-1] a sentence keeps its number, and says it as the language does', () => {
  expect(translated('This is too large: at most 100 MB can be sent.')).toMatch(/^[^a-z]*100[^a-z]*$/i)
  const waits = [2, 3, 20].map((seconds) => translated(`Too many requests. Please try again in ${seconds} seconds.`))
  for (const [index, word] of ['ثانيتين', 'ثوانٍ', 'ثانية'].entries()) expect(waits[index]).toContain(word)
})

test('[TEXTS-2] what no catalogue has is shown as it was said', () => {
  expect(translated('Nobody has taught this.')).toBe('Nobody has taught this.')
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect(translated('This username is taken.')).toBe('This username is taken.')
})

test('[TEXTS-3] a text says the same in every catalogue that has it: the one that is loaded last is shown', () => {
  const said = new Map<string, string>()
  const differing: string[] = []
  for (const catalogue of [known, app, pages, messages]) {
    for (const [id, message] of Object.entries(catalogue)) {
      const text = JSON.stringify(message)
      if ((said.get(id) ?? text) !== text) differing.push(text)
      said.set(id, text)
    }
  }
  expect(differing).toEqual([])
})

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, folder, path))
    .filter((path) => path.endsWith('.ts') && !files.test(path) && !folders.test(path))
}

/** Texts of several words that end as sentences do; those with something put in have a number there. */
function sentences(path: string): string[] {
  const code = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, '')
  const texts = [...code.matchAll(/(['`])([A-Z](?:(?!\1)[^\n])* (?:(?!\1)[^\n])*[.!])\1/g)]
  return texts.map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, String(A_NUMBER)))
}
