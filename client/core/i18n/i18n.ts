import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { messages as english } from '../../locales/en/entry.po'
import { importWithRetry } from '../../ui/import-with-retry.ts'
import { keepLanguage, languages } from '../preferences/languages.ts'
import type { Language } from '../preferences/languages.ts'

/**
 * Texts of the login page and of what every page shares (`entry`), of most pages (`app`), of content and its creators
 * (`content`), of what a fan buys (`money`) and orders (`orders`), of what a creator makes and sells (`studio`), of live
 * streams (`live`), of the list of activity (`activity`) and of others that stand alone (`lists`), of dialogs over any page and
 * of sharing (`aside`), of lists of fans, messages to many and offers (`reach`), of the pages of staff (`desk`), of second factors
 * (`security`), and of the other large pages (`pages`).
 */
export type Catalogue =
  | 'entry'
  | 'activity'
  | 'app'
  | 'aside'
  | 'content'
  | 'desk'
  | 'lists'
  | 'live'
  | 'money'
  | 'orders'
  | 'reach'
  | 'security'
  | 'studio'
  | 'pages'

type Loader = () => Promise<{ messages: Messages }>

/**
 * The login page in English is part of the app, so that a catalogue out of reach never keeps the app from starting.
 */
const files: Record<Language, Record<Catalogue, Loader>> = {
  en: {
    entry: () => Promise.resolve({ messages: english }),
    activity: () => import('../../locales/en/activity.po'),
    app: () => import('../../locales/en/app.po'),
    aside: () => import('../../locales/en/aside.po'),
    content: () => import('../../locales/en/content.po'),
    desk: () => import('../../locales/en/desk.po'),
    lists: () => import('../../locales/en/lists.po'),
    live: () => import('../../locales/en/live.po'),
    money: () => import('../../locales/en/money.po'),
    orders: () => import('../../locales/en/orders.po'),
    reach: () => import('../../locales/en/reach.po'),
    security: () => import('../../locales/en/security.po'),
    studio: () => import('../../locales/en/studio.po'),
    pages: () => import('../../locales/en/pages.po'),
  },
  ar: {
    entry: () => import('../../locales/ar/entry.po'),
    activity: () => import('../../locales/ar/activity.po'),
    app: () => import('../../locales/ar/app.po'),
    aside: () => import('../../locales/ar/aside.po'),
    content: () => import('../../locales/ar/content.po'),
    desk: () => import('../../locales/ar/desk.po'),
    lists: () => import('../../locales/ar/lists.po'),
    live: () => import('../../locales/ar/live.po'),
    money: () => import('../../locales/ar/money.po'),
    orders: () => import('../../locales/ar/orders.po'),
    reach: () => import('../../locales/ar/reach.po'),
    security: () => import('../../locales/ar/security.po'),
    studio: () => import('../../locales/ar/studio.po'),
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
let shown: { language: Language; catalogues: readonly Catalogue[] } = { language: 'en', catalogues: ['entry'] }

export function wantedLanguage(): Language {
  return wanted
}

/**
 * Keeps a language and shows the app in it. Texts that its catalogue lacks stay English. Resolves once it is shown, or
 * stays to be shown until its texts load.
 */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language
  keepLanguage(language)
  await showOrEnglish(shown.catalogues).catch(() => {})
}

/** Fetches the texts of most pages and these, without showing them. */
export async function fetchCatalogues(language: Language, more: readonly Catalogue[]): Promise<void> {
  const needed = new Set(withBase(['app', ...more]))
  await Promise.all([serverTexts[language]?.(), ...[...needed].map((part) => files[language][part]())])
}

/** Resolves when a page that needs these texts can be shown. Rejects when not even its English texts can be loaded. */
export async function loadPageTexts(catalogues: readonly Catalogue[]): Promise<void> {
  if (isMore(catalogues)) await showOrEnglish(catalogues)
}

/** The same for what a page can do without. Rejects when its texts cannot be loaded in the language of the page. */
export async function loadCatalogues(catalogues: readonly Catalogue[]): Promise<void> {
  if (isMore(catalogues)) await show(() => shown.language, catalogues)
}

/** Each catalogue goes with those that it builds on. */
function withBase(catalogues: readonly Catalogue[]): Catalogue[] {
  return catalogues.flatMap((catalogue) =>
    catalogue === 'entry' ? [catalogue] : (['entry', 'app', catalogue] as const),
  )
}

function isMore(catalogues: readonly Catalogue[]): boolean {
  return withBase(catalogues).some((catalogue) => !shown.catalogues.includes(catalogue))
}

async function showOrEnglish(catalogues: readonly Catalogue[]): Promise<void> {
  try {
    await show(wantedLanguage, catalogues)
  } catch {
    // The browser itself says which file could not be had.
    await show(() => 'en', catalogues).finally(() => void showOnceLoaded())
  }
}

/** Shows the language that is wanted as soon as its texts load. */
async function showOnceLoaded(): Promise<void> {
  if (isAwaited) return
  isAwaited = true
  await importWithRetry(() => show(wantedLanguage, shown.catalogues))
  isAwaited = false
}

/** Shows these texts at least: what a page has of its texts is never taken from it. */
async function show(languageOf: () => Language, least: readonly Catalogue[]): Promise<void> {
  const before = shown
  const needed = [...new Set([...before.catalogues, ...withBase(least)])]
  const language = languageOf()
  const loaders = [serverTexts[language] ?? [], needed.map((part) => files[language][part])].flat()
  const loaded = await Promise.all(loaders.map((load) => load()))
  const messages = Object.assign({}, ...loaded.map((part) => part.messages)) as Messages
  // By now another language may be called for, and a page may need more.
  if (shown !== before) return show(languageOf, least)
  shown = { language, catalogues: needed }
  i18n.loadAndActivate({ locale: language, messages })
  document.documentElement.lang = language
  document.documentElement.dir = languages[language].direction
}
