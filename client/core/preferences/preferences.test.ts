import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { allSettled, fork } from 'effector'
// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { keepLanguage, readLanguage } from './languages.ts'
import {
  $reducedData,
  $themeChoice,
  keepChoiceFx,
  languageChosen,
  reducedDataArrived,
  reducedDataChosen,
  themeArrived,
  themeChosen,
} from './model.ts'
import { forgetPendingPreferences, notePendingPreferences, readChoices } from './pending-preferences.ts'
import { readReducedData } from './reduced-data.ts'
import { applyTheme, readThemeChoice, themeOf } from './theme.ts'

afterEach(() => localStorage.clear())

test.each([
  { stored: null, isLight: true, shown: 'light' },
  { stored: null, isLight: false, shown: 'dark' },
  { stored: 'dark', isLight: true, shown: 'dark' },
  { stored: 'light', isLight: false, shown: 'light' },
  { stored: 'system', isLight: true, shown: 'light' },
])('the first paint with the choice $stored, light system $isLight, is $shown', async ({ stored, isLight, shown }) => {
  if (stored) localStorage.setItem('vesper-theme', stored)
  document.head.innerHTML = '<meta name="theme-color" content="">'
  const script = await readFile(join(import.meta.dirname, '../../public/theme.js'), 'utf8')
  runInNewContext(script, { document, localStorage, matchMedia: () => ({ matches: isLight }) })
  expect(document.documentElement.dataset['theme']).toBe(shown)
  expect(themeOf(readThemeChoice(), isLight)).toBe(shown)
})

test('a device follows its system until a theme is chosen; a choice is shown at once and kept', () => {
  expect(readThemeChoice()).toBe('system')
  expect(applyTheme('light')).toBe('light')
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(readThemeChoice()).toBe('light')
})

test('`system` follows the device', () => {
  expect([themeOf('system', true), themeOf('system', false)]).toEqual(['light', 'dark'])
})

test('the chosen language wins over the browser, an unknown one falls back to English', () => {
  expect(readLanguage(['ar-EG', 'en'])).toBe('ar')
  expect(readLanguage(['tlh'])).toBe('en')
  keepLanguage('en')
  expect(readLanguage(['ar'])).toBe('en')
})

test('notes a visitor’s choice for the account that signs in next', async () => {
  const scope = fork()
  await allSettled(themeChosen, { scope, params: 'light' })
  await allSettled(languageChosen, { scope, params: 'ar' })
  await allSettled(reducedDataChosen, { scope, params: true })
  expect(readChoices(null)).toEqual({ theme: 'light', language: 'ar', reducedData: true })
  expect(readChoices('somebody')).toEqual({})
  forgetPendingPreferences(null)
  expect(readChoices(null)).toEqual({})
  localStorage.setItem('vesper-choices', '{broken')
  expect(readChoices(null)).toEqual({})
})

test('forgets the handed-over choices of that account alone, and keeps later ones', () => {
  notePendingPreferences('a', { theme: 'light', language: 'ar' })
  notePendingPreferences('b', { theme: 'light' })
  notePendingPreferences('a', { theme: 'system' })
  forgetPendingPreferences('a', { theme: 'light', language: 'ar' })
  expect([readChoices('a'), readChoices('b')]).toEqual([{ theme: 'system' }, { theme: 'light' }])
  forgetPendingPreferences('a')
  expect(Object.keys(localStorage)).toEqual(['vesper-choices:b'])
})

test('shows the account’s preferences and keeps them for the next start, not as a choice of this device', async () => {
  const told: unknown[] = []
  const scope = fork({ handlers: [[keepChoiceFx, (changes: unknown) => told.push(changes)]] })
  await allSettled(themeArrived, { scope, params: 'light' })
  await allSettled(reducedDataArrived, { scope, params: true })
  expect([scope.getState($themeChoice), scope.getState($reducedData)]).toEqual(['light', true])
  expect([document.documentElement.dataset['theme'], readThemeChoice(), readReducedData()]).toEqual([
    'light',
    'light',
    true,
  ])
  expect(told).toEqual([])
  await allSettled(themeChosen, { scope, params: 'dark' })
  expect(told).toEqual([{ theme: 'dark' }])
})
