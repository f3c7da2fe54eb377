import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { keepLanguage, languages } from '../preferences/languages.ts'
import type { Language } from '../preferences/languages.ts'
import { loadAgain } from '../../ui/import-with-retry.ts'
import { messages as english } from '../../locales/en/entry.po'

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
    app: () => import('../../locales/en/app.po'),
    pages: () => import('../../locales/en/pages.po'),
  },
  ar: {
    entry: () => import('../../locales/ar/entry.po'),
    app: () => import('../../locales/ar/app.po'),
    pages: () => import('../../locales/ar/pages.po'),
  },
}

/** The sentences of the server and of the shared schemas, which are English. Any page may meet some of them. */
const serverTexts: Partial<Record<Language, Loader>> = {
  ar: () => import('../../locales/ar/server.po'),
}

/** English stands in for it as long as its texts do not load. */
let wanted: Language = 'en'
let isAwaited = false
let shown: { language: Language; catalogue: Catalogue } = { language: 'en', catalogue: 'entry' }

export function wantedLanguage(): Language {
  return wanted
}

/**
 * Keeps a language and shows the app in it. What a catalogue lacks is English in it. Resolves once it is shown, or stays to be
 * shown until its texts load.
 */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language
  keepLanguage(language)
  await showOrEnglish(shown.catalogue).catch(() => {})
}

/** Fetches the texts of most pages, without showing them. */
export async function fetchCatalogue(language: Language): Promise<void> {
  await Promise.all([catalogues[language].entry(), catalogues[language].app(), serverTexts[language]?.()])
}

/** Resolves when a page that needs this much can be shown. Rejects when not even its English texts can be loaded. */
export async function loadPageTexts(catalogue: Catalogue): Promise<void> {
  if (isMore(catalogue)) await showOrEnglish(catalogue)
}

/** The same for what a page can do without. Rejects when its texts cannot be loaded in the language of the page. */
export async function loadCatalogue(catalogue: Catalogue): Promise<void> {
  if (isMore(catalogue)) await show(() => shown.language, catalogue)
}

function isMore(catalogue: Catalogue): boolean {
  return parts.indexOf(catalogue) > parts.indexOf(shown.catalogue)
}

async function showOrEnglish(catalogue: Catalogue): Promise<void> {
  try {
    await show(wantedLanguage, catalogue)
  } catch {
    // The browser itself says which file could not be had.
    await show(() => 'en', catalogue).finally(() => void showOnceLoaded())
  }
}

/** Shows the language that is wanted as soon as its texts load. */
async function showOnceLoaded(): Promise<void> {
  if (isAwaited) return
  isAwaited = true
  await loadAgain(() => show(wantedLanguage, shown.catalogue))
  isAwaited = false
}

/** Shows this much at least: what a page has of its texts is never taken from it. */
async function show(languageOf: () => Language, least: Catalogue): Promise<void> {
  const before = shown
  const catalogue = isMore(least) ? least : before.catalogue
  const language = languageOf()
  const needed = parts.slice(0, parts.indexOf(catalogue) + 1)
  const loaders = [serverTexts[language] ?? [], needed.map((part) => catalogues[language][part])].flat()
  const loaded = await Promise.all(loaders.map((load) => load()))
  const messages = Object.assign({}, ...loaded.map((part) => part.messages)) as Messages
  // By now another language may be called for, and a page may need more.
  if (shown !== before) return show(languageOf, least)
  shown = { language, catalogue }
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].direction
}
