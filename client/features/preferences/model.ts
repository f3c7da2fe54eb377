import { createEffect, createEvent, createStore, sample } from 'effector'
import type { Language } from './languages.ts'
import { applyTheme, readThemeChoice } from './theme.ts'
import type { Theme, ThemeChoice } from './theme.ts'

/** Preferences belong to the device, not to the account: they outlive a logout. */
export const $themeChoice = createStore<ThemeChoice>('dark')
export const $theme = createStore<Theme>('dark')
export const $language = createStore<Language>('en')

export const themeChosen = createEvent<ThemeChoice>()
export const systemThemeChanged = createEvent()
export const languageShown = createEvent<Language>()

export const applyThemeFx = createEffect(applyTheme)

$themeChoice.on(themeChosen, (_, choice) => choice)
$theme.on(applyThemeFx.doneData, (_, theme) => theme)
$language.on(languageShown, (_, language) => language)

sample({ clock: themeChosen, target: applyThemeFx })
sample({
  clock: systemThemeChanged,
  source: $themeChoice,
  filter: (choice) => choice === 'system',
  target: applyThemeFx,
})

/** What a new scope begins with. */
export function initialPreferences(): [ThemeChoice, Theme] {
  const choice = readThemeChoice()
  return [choice, document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark']
}
