// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { readLanguage } from '../preferences/languages.ts'
import { loadPageTexts, showLanguage } from './i18n.ts'

const line = vi.hoisted(() => ({ isDown: true }))

vi.mock('../../locales/ar/app.po', () => {
  if (line.isDown) throw new TypeError('Failed to fetch dynamically imported module')
  return { messages: {} }
})

const { documentElement: html } = document
const page = () => [i18n.locale, html.lang, html.dir]

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue())

test('a page whose texts cannot be had in its language is shown in English, and reads as English does', async () => {
  await showLanguage('ar')
  expect(page()).toEqual(['ar', 'ar', 'rtl'])
  await loadPageTexts(['app'])
  expect(page()).toEqual(['en', 'en', 'ltr'])
  await showLanguage('ar')
  expect(page()).toEqual(['en', 'en', 'ltr'])
})

test('a language that is chosen and cannot be shown yet is kept', async () => {
  await showLanguage('en')
  expect(readLanguage([])).toBe('en')
  await showLanguage('ar')
  expect([readLanguage([]), i18n.locale]).toEqual(['ar', 'en'])
})

test('a page that waits for its language turns to its language once the texts load, and has them all', async () => {
  await showLanguage('ar')
  expect(page()).toEqual(['en', 'en', 'ltr'])
  await loadPageTexts(['pages'])
  line.isDown = false
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(page()).toEqual(['ar', 'ar', 'rtl']))
  const { messages } = await import('../../locales/ar/pages.po')
  expect(i18n.messages).toMatchObject(messages)
})
