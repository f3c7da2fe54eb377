// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { expect, test, vi } from 'vitest'
import { loadPageTexts, showLanguage } from './i18n.ts'

vi.mock('./locales/ar/app.po', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('[LANG-2] a page whose texts cannot be had in its language is shown in English, and reads as English does', async () => {
  const { documentElement: html } = document
  await showLanguage('ar')
  expect([i18n.locale, html.lang, html.dir]).toEqual(['ar', 'ar', 'rtl'])
  await loadPageTexts('app')
  expect([i18n.locale, html.lang, html.dir]).toEqual(['en', 'en', 'ltr'])
  expect(await showLanguage('ar')).toBe('en')
})
