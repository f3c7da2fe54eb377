import type { PreferenceChanges } from '@vesper/sync/vesper/mutations/preferences.ts'
import { createEffect, createEvent, createStore, merge, sample } from 'effector'
import type { Language } from './languages.ts'
import { notePendingPreferences } from './pending-preferences.ts'
import { keepReducedData } from './reduced-data.ts'
import { applyTheme, readThemeChoice } from './theme.ts'
import type { Theme, ThemeChoice } from './theme.ts'

/** As this device shows the app, from the first paint on, whether or not somebody is signed in. */
export const $themeChoice = createStore<ThemeChoice>('dark')
export const $theme = createStore<Theme>('dark')
export const $reducedData = createStore(false)

/** Somebody chooses, here. */
export const themeChosen = createEvent<ThemeChoice>()
export const languageChosen = createEvent<Language>()
export const reducedDataChosen = createEvent<boolean>()
/** The account's choice reaches this device. */
export const themeArrived = createEvent<ThemeChoice>()
export const reducedDataArrived = createEvent<boolean>()
export const systemThemeChanged = createEvent()

export const applyThemeFx = createEffect(applyTheme)
export const keepReducedDataFx = createEffect(keepReducedData)
/** Stores a choice: noted for the account that will sign in, or changed in the account that has. */
export const keepChoiceFx = createEffect<PreferenceChanges, void>((changes) => notePendingPreferences(null, changes))

$themeChoice.on([themeChosen, themeArrived], (_, choice) => choice)
$theme.on(applyThemeFx.doneData, (_, theme) => theme)
$reducedData.on([reducedDataChosen, reducedDataArrived], (_, reduced) => reduced)

sample({ clock: merge([themeChosen, themeArrived]), target: applyThemeFx })
sample({ clock: merge([reducedDataChosen, reducedDataArrived]), target: keepReducedDataFx })
sample({
  clock: merge([
    themeChosen.map((theme) => ({ theme })),
    languageChosen.map((language) => ({ language })),
    reducedDataChosen.map((reducedData) => ({ reducedData })),
  ]),
  target: keepChoiceFx,
})
sample({
  clock: systemThemeChanged,
  source: $themeChoice,
  filter: (choice) => choice === 'system',
  target: applyThemeFx,
})

/** The initial preferences of a new scope. */
export function initialPreferences(): [ThemeChoice, Theme] {
  const choice = readThemeChoice()
  return [choice, document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark']
}
