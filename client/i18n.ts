import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { teachTexts } from './error-text.ts'
import { keepLanguage, languages } from './features/preferences/languages.ts'
import type { Language } from './features/preferences/languages.ts'
import { messages as english } from './locales/en/entry.po'

/** Each part goes with those before it. */
const parts = ['entry', 'app', 'pages'] as const

/** How much of the texts a page needs: the login page `entry`, those that few open `pages`, all others `app`. */
export type Catalogue = (typeof parts)[number]

type Loader = () => Promise<{ messages: Messages }>

/**
 * The login page in English is part of the app, so that a catalogue out of reach never keeps the app from starting.
 */
const catalogues: Record<Language, Record<Catalogue, Loader>> = {
  en: {
    entry: () => Promise.resolve({ messages: english }),
    app: () => import('./locales/en/app.po'),
    pages: () => import('./locales/en/pages.po'),
  },
  ar: {
    entry: () => import('./locales/ar/entry.po'),
    app: () => import('./locales/ar/app.po'),
    pages: () => import('./locales/ar/pages.po'),
  },
}

/** What the server and the shared schemas say, for the languages other than theirs: any page may meet some of it. */
const serverTexts: Partial<Record<Language, Loader>> = {
  ar: async () => {
    const [catalogue, texts] = await Promise.all([import('./locales/ar/server.po'), import('./server-texts.ts')])
    teachTexts(texts.serverTexts)
    return catalogue
  },
}

let shown: { language: Language; catalogue: Catalogue } = { language: 'en', catalogue: 'entry' }

/**
 * Shows the app in a language. What a catalogue lacks is English in it; a catalogue that does not load leaves the app in
 * English. Resolves to the language that is shown.
 */
export async function showLanguage(language: Language): Promise<Language> {
  await showOrEnglish(language, shown.catalogue)
  if (shown.language === language) keepLanguage(language)
  return shown.language
}

/** Fetches the texts of most pages, without showing them. */
export async function fetchCatalogue(language: Language): Promise<void> {
  await Promise.all([catalogues[language].entry(), catalogues[language].app(), serverTexts[language]?.()])
}

/** Resolves when a page that needs this much can be shown. Rejects when not even its English texts can be loaded. */
export function loadPageTexts(catalogue: Catalogue): Promise<void> {
  return loadCatalogue(catalogue, showOrEnglish)
}

/** [LANG-2] The same for what a page can do without. Rejects when its texts cannot be loaded in the language of the page. */
export async function loadCatalogue(catalogue: Catalogue, load = show): Promise<void> {
  if (parts.indexOf(catalogue) > parts.indexOf(shown.catalogue)) await load(shown.language, catalogue)
}

async function showOrEnglish(language: Language, catalogue: Catalogue): Promise<void> {
  try {
    await show(language, catalogue)
  } catch {
    // The browser itself says which file could not be had.
    await show('en', catalogue)
  }
}

async function show(language: Language, catalogue: Catalogue): Promise<void> {
  const needed = parts.slice(0, parts.indexOf(catalogue) + 1)
  const loaders = [serverTexts[language] ?? [], needed.map((part) => catalogues[language][part])].flat()
  const loaded = await Promise.all(loaders.map((load) => load()))
  const messages = Object.assign({}, ...loaded.map((part) => part.messages)) as Messages
  shown = { language, catalogue }
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].direction
}
