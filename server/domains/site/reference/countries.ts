import type { CountryEntry, LanguageEntry, PhoneCodeEntry } from '@vesper/sync/vesper/api/reference.ts'
import { countries as listed, languages } from 'countries-list'
import type { ICountry } from 'countries-list'
import type * as v from 'valibot'
import { flagPath } from './flags.ts'

type Country = v.InferOutput<typeof CountryEntry>
type Language = v.InferOutput<typeof LanguageEntry>
type PhoneCode = v.InferOutput<typeof PhoneCodeEntry>

/** Ascension and Tristan da Cunha are parts of SH in ISO 3166-1, and have no flag in the set. */
const WITHOUT_FLAG = new Set(['AC', 'TA'])

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const { compare } = new Intl.Collator('en')

const entries: (ICountry & { code: string })[] = Object.entries(listed)
  .filter(([code]) => !WITHOUT_FLAG.has(code))
  .map(([code, country]) => ({ ...country, code }))
  .sort((a, b) => compare(a.name, b.name))

/** Every country, by its English name. `publicUrl` has no slash at its end. */
export function listCountries(publicUrl: string): Country[] {
  return entries.map(({ name, native, code, capital, continent, currency, languages: spoken }) => ({
    ...{ name, native, code, capital: capital || null, region: continent },
    currency: currency[0] ? { code: currency[0], ...currencyWords(currency[0]) } : null,
    language: spoken[0] ? { code: spoken[0], name: languages[spoken[0]].name } : null,
    flag: publicUrl + flagPath(code),
  }))
}

/** Every language with a code of two letters, by its English name. */
export function listLanguages(): Language[] {
  return Object.entries(languages)
    .map(([code, { name, native, rtl }]) => ({ code, name, native, rtl: rtl === 1 }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The calling codes, by country. */
export function listPhoneCodes(publicUrl: string): PhoneCode[] {
  return entries.flatMap(({ code: country, name, phone }) =>
    phone.map((code) => ({ country, name, code: `+${code}`, flag: publicUrl + flagPath(country) })),
  )
}

export function isCountry(code: string): boolean {
  return entries.some((entry) => entry.code === code)
}

/** Tells if `code` is that of a language in the list. */
export function isLanguage(code: string): boolean {
  return Object.hasOwn(languages, code)
}

/** Tells if a number in E.164 begins with a calling code of the list. */
export function hasCallingCode(phone: string): boolean {
  return entries.some((entry) => entry.phone.some((code) => phone.startsWith(`+${code}`)))
}

function currencyWords(code: string): { name: string; symbol: string } {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  return { name: currencyNames.of(code) ?? code, symbol }
}
