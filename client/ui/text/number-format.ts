// Making a formatter costs a hundred times what using one does.
/** By kind, language and options. */
const made = new Map<string, unknown>()

/** Numbers in the words of a language. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
}

/** Names one after the other: 'Ann, Bea and Cleo'. */
export function listFormat(locale: string, options: Intl.ListFormatOptions = {}): Intl.ListFormat {
  return kept(`list ${locale} ${JSON.stringify(options)}`, () => new Intl.ListFormat(locale, options))
}

/** Names of countries by their codes. */
export function regionNames(locale: string): Intl.DisplayNames {
  return kept(`region ${locale}`, () => new Intl.DisplayNames(locale, { type: 'region' }))
}

/** Spans from now in words: 'yesterday' for -1 day. */
export function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return kept(`relative ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

/** The order of words in a language. */
export function collator(locale: string, options: Intl.CollatorOptions = {}): Intl.Collator {
  return kept(`collator ${locale} ${JSON.stringify(options)}`, () => new Intl.Collator(locale, options))
}

function kept<Formatter>(key: string, make: () => Formatter): Formatter {
  let found = made.get(key) as Formatter | undefined
  if (!found) made.set(key, (found = make()))
  return found
}
