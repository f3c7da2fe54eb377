import { afterEach, expect, test } from 'vitest'
import { keepLanguage, readLanguage } from './languages.ts'
import { applyTheme, readThemeChoice, themeOf } from './theme.ts'

afterEach(() => localStorage.clear())

test('[LOOK-1] dark is the default; a choice is shown at once and kept', () => {
  expect(readThemeChoice()).toBe('dark')
  expect(applyTheme('light')).toBe('light')
  expect(document.documentElement.dataset['theme']).toBe('light')
  expect(readThemeChoice()).toBe('light')
})

test('[LOOK-2] `system` follows the device', () => {
  expect([themeOf('system', true), themeOf('system', false)]).toEqual(['light', 'dark'])
})

test('[LANG-1] the chosen language wins over the browser, an unknown one falls back to English', () => {
  expect(readLanguage(['ar-EG', 'en'])).toBe('ar')
  expect(readLanguage(['tlh'])).toBe('en')
  keepLanguage('en')
  expect(readLanguage(['ar'])).toBe('en')
})
