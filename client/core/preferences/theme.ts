import { readStoredValue, store } from '../storage/stored-values.ts'

export type ThemeChoice = 'dark' | 'light' | 'system'
export type Theme = 'dark' | 'light'

const KEY = 'vesper-theme'
export const BACKGROUND: Record<Theme, string> = { dark: '#0f0c1d', light: '#f7f4fc' }

/** The choice of this device; that of its system until the user chooses. The same key is read by `public/theme.js`. */
export function readThemeChoice(): ThemeChoice {
  const choice = readStoredValue(KEY)
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

export function themeOf(choice: ThemeChoice, systemIsLight: boolean): Theme {
  if (choice === 'system') return systemIsLight ? 'light' : 'dark'
  return choice
}

/** Shows the theme and keeps the choice for the next start. */
export function applyTheme(choice: ThemeChoice): Theme {
  const theme = themeOf(choice, matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset['theme'] = theme
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', BACKGROUND[theme])
  store(KEY, choice)
  return theme
}
