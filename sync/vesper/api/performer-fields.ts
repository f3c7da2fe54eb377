import * as v from 'valibot'
import { CATEGORIES, CATEGORIES_MAX, CREATOR_OPTIONS, LANGUAGES_MAX } from '../records/creator-details.ts'
import { isVisible } from '../records/visible-text.ts'
import { Name, OptionalText, shown, storable } from './fields.ts'
import { Username } from './username.ts'

export const PLACE_MAX = 100

/** ISO 3166-1 alpha-2. */
export const Country = v.pipe(
  v.string('Choose your country.'),
  v.toUpperCase(),
  v.regex(/^[A-Z]{2}$/, 'Choose your country.'),
)

/** A state or a city; null for none. */
export const Place = v.nullable(
  v.pipe(
    v.string(),
    shown,
    v.trim(),
    v.maxLength(PLACE_MAX, 'Use at most 100 characters.'),
    storable,
    v.transform((text) => (isVisible(text) ? text : null)),
  ),
)

export const NO_PHONE = 'Enter a phone number of your country, or one with its country code, such as +46 70 123 45 67.'

/** The digits of keyboards for Arabic, Persian and wide letters. The last four bits of each are its value. */
const OTHER_DIGITS = /[٠-٩۰-۹０-９]/g
/** Between digits; every kind of dash, since keyboards of phones put one in the place of another. */
const BETWEEN = /[\s.()\p{Pd}]/gu

/**
 * A number as it is dialled, in E.164 or within a country, whose calling code the server adds. Spaces, dots, dashes and brackets
 * between the digits are left out. Null for none.
 */
export const Phone = v.nullable(
  v.pipe(
    v.string(NO_PHONE),
    v.transform((text) =>
      text
        .replaceAll(BETWEEN, '')
        .replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 15))
        .replace(/^[+＋]|^00/, '+'),
    ),
    v.regex(/^(?:\+[1-9]\d{6,14}|\d{3,15})?$/, NO_PHONE),
    v.transform((phone) => phone || null),
  ),
)

/** ISO 639. */
export const Language = v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/, 'Choose a language of the list.'))

/** Each once, in the order of their choice. */
const distinct = v.transform((codes: string[]) => [...new Set(codes)])
const CategoryCode = v.picklist<readonly string[], string>(CATEGORIES, 'Choose a category of the list.')

/** The fields that a creator edits, each by itself. */
export const PerformerFields = v.partial(
  v.object({
    name: Name,
    username: Username,
    bio: OptionalText,
    country: Country,
    state: Place,
    city: Place,
    phone: Phone,
    languages: v.pipe(v.array(Language), distinct, v.maxLength(LANGUAGES_MAX, 'Choose at most 10 languages.')),
    categories: v.pipe(v.array(CategoryCode), distinct, v.maxLength(CATEGORIES_MAX, 'Choose at most 5 categories.')),
    gender: choiceOf('gender'),
    ageRange: choiceOf('ageRange'),
    bodyType: choiceOf('bodyType'),
    ethnicity: choiceOf('ethnicity'),
    hair: choiceOf('hair'),
    eyes: choiceOf('eyes'),
    orientation: choiceOf('orientation'),
  }),
)

export type PerformerFields = v.InferOutput<typeof PerformerFields>

function choiceOf(option: keyof typeof CREATOR_OPTIONS) {
  return v.nullable(v.picklist<readonly string[], string>(CREATOR_OPTIONS[option], 'Choose an option of the list.'))
}
