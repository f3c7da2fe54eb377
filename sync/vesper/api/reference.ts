import * as v from 'valibot'

/** A country, or a territory with a code and a flag of its own. Codes are ISO 3166-1 alpha-2, ISO 4217 and ISO 639. */
export const CountryEntry = v.object({
  name: v.string(),
  native: v.string(),
  code: v.string(),
  /** Null where there is none. */
  capital: v.nullable(v.string()),
  region: v.picklist(['AF', 'AS', 'EU', 'NA', 'SA', 'OC', 'AN']),
  currency: v.nullable(v.object({ code: v.string(), name: v.string(), symbol: v.string() })),
  language: v.nullable(v.object({ code: v.string(), name: v.string() })),
  /** The address of a picture. */
  flag: v.string(),
})

export const StateEntry = v.object({ code: v.string(), name: v.string() })
export const CityEntry = v.object({ name: v.string() })
export const LanguageEntry = v.object({ code: v.string(), name: v.string(), native: v.string(), rtl: v.boolean() })
/** A country with several codes has an entry for each. */
export const PhoneCodeEntry = v.object({ country: v.string(), name: v.string(), code: v.string(), flag: v.string() })

const Options = v.array(v.object({ value: v.string(), text: v.string() }))

/** The options of a creator's page by their fields, with English words. */
export const UserAdditional = v.object({
  gender: Options,
  ageRange: Options,
  bodyType: Options,
  ethnicity: Options,
  hair: Options,
  eyes: Options,
  orientation: Options,
})

const code = v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, 'Use a country code of two letters.'))

export const StatesParams = v.object({ id: code })
/** The state is `-` in a country without states. */
export const CitiesParams = v.object({
  country: code,
  state: v.pipe(v.string(), v.toUpperCase(), v.regex(/^(-|[A-Z0-9]{1,8})$/, 'Use the code of a state, or - for none.')),
})
