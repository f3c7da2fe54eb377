export type ThemeChoice = 'dark' | 'light' | 'system'
export type Theme = 'dark' | 'light'

const KEY = 'vesper-theme'
const BACKGROUND: Record<Theme, string> = { dark: '#0f0c1d', light: '#f7f4fc' }

/** What this device was told; dark until somebody chooses. The same key is read by `public/theme.js`. */
export function readThemeChoice(): ThemeChoice {
  try {
    const choice = localStorage.getItem(KEY)
    return choice === 'light' || choice === 'system' ? choice : 'dark'
  } catch {
    return 'dark'
  }
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
  try {
    localStorage.setItem(KEY, choice)
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  return theme
}
