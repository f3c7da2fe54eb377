import { readStoredValue, store } from '../storage/stored-values.ts'

export const languages = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const

export type Language = keyof typeof languages

const KEY = 'vesper-language'

/** The language that was chosen here; else the first of the browser's that there is; else English. */
export function readLanguage(wanted: readonly string[] = navigator.languages): Language {
  const kept = readStoredValue(KEY)
  if (kept && kept in languages) return kept as Language
  const found = wanted.map((tag) => tag.split('-')[0] ?? '').find((code) => code in languages)
  return (found as Language | undefined) ?? 'en'
}

export function keepLanguage(language: Language): void {
  store(KEY, language)
}
