import { Routine } from '@mikro-orm/core'
import { UNWRITTEN } from '@vesper/sync/vesper/records/folded-text.ts'
import { ACRONYM, SPACELESS_CLASS } from '@vesper/sync/vesper/records/search-words.ts'

/** Arabic, Persian and Urdu letters that people type for each other, Arabic digits, and letters of other scripts. */
const ALIKE = ['ىیةہھکٱςґє٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ييهههكاσге01234567890123456789'] as const

/** `unaccent` makes a hyphen of a soft one. */
const INVISIBLE = String.raw`[\u00ad\u200b-\u200f\u2060\ufeff]`

/** Punctuation and symbols, which part words. */
const APART = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e4f\u0e5a\u0e5b\u0f08-\u0f14\u104a-\u104f\u1361-\u1368\u17d4-\u17d6\u17d8-\u17da\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufe30-\ufe6f\uff01-\uff0f\U0001f000-\U0001faff]+`

const SPACELESS = String.raw`${SPACELESS_CLASS}\U00020000-\U0003ffff`

/** Letters as the trigrams have them, which know Latin letters and digits alone. */
const GRAMS = [
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويءپچژگ' +
    'абвгдежзиклмнопрстуфхцчшщъыьэюяі' +
    'αβγδεζηθικλμνξοπρστυφχψω' +
    'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  'abttjhkddrzsssdtzagfqklmnhwyapczg' +
    'abvgdejziklmnoprstufhccssyyyeuai' +
    'abgdeziqiklmnxoprstufhcw' +
    'abgdhwzhtyklmnsapcqrstkmnfc',
] as const

const given = { type: 'text' }
const shared = {
  type: 'function',
  language: 'sql',
  deterministic: true,
  returns: { runtimeType: 'string', columnType: 'text' },
} as const

/**
 * Texts as searches compare them: without case, accents, vowel signs and punctuation. It does what `folded` of the devices
 * does, beside parting words at punctuation. PostgreSQL calls `unaccent` stable because its dictionary could be changed.
 */
const searchFolded = new Routine({
  ...shared,
  name: 'search_folded',
  params: { given },
  body: `select translate(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          normalize(lower(public.unaccent('public.unaccent'::regdictionary, normalize(regexp_replace(given, '${INVISIBLE}', '', 'g'), NFC))), NFKD),
          '${UNWRITTEN}', '', 'g'),
        '${ACRONYM}', '\\1', 'g'),
      '${APART}', ' ', 'g'),
    '${ALIKE[0]}', '${ALIKE[1]}')`,
})

/**
 * Folded texts as `to_tsvector` takes their words. A run of a script without blanks becomes its first character, each pair of
 * neighbours, and its last one, so that any part of it can be found.
 */
const searchWords = new Routine({
  ...shared,
  name: 'search_words',
  params: { given },
  body: parted('public.search_folded(given)'),
})

/** Texts that are folded, with a run of a script without blanks as `search_words` has it. */
const searchParted = new Routine({
  ...shared,
  name: 'search_parted',
  params: { given },
  body: parted('given'),
})

/** Texts that are folded, in Latin letters, as `search_grams` has them. */
const searchLatin = new Routine({
  ...shared,
  name: 'search_latin',
  params: { given },
  // Most names have Latin letters alone, which are the same as they are.
  body: `select case when octet_length(given) = length(given) then given
    else translate(given, '${GRAMS[0]}', '${GRAMS[1]}') end`,
})

/** Folded texts in Latin letters: in a database with the locale C, `pg_trgm` takes no other letter for one. */
const searchGrams = new Routine({
  ...shared,
  name: 'search_grams',
  params: { given },
  body: `select translate(public.search_folded(given), '${GRAMS[0]}', '${GRAMS[1]}')`,
})

/** A text and words in one; `array_to_string` alone is stable because of types that texts are not. */
const searchJoined = new Routine({
  ...shared,
  name: 'search_joined',
  params: { given, words: { type: 'text[]' } },
  body: `select given || ' ' || array_to_string(words, ' ')`,
})

/**
 * Functions of the database in the expressions of search indexes. A change of one needs its indexes built again, and one of
 * `search_folded` the names of creators folded again.
 */
export const searchRoutines = [searchFolded, searchWords, searchGrams, searchJoined, searchParted, searchLatin]

function parted(folded: string): string {
  return `select regexp_replace(
    regexp_replace(
      regexp_replace(${folded}, '([^ ${SPACELESS}])([${SPACELESS}])', '\\1 \\2', 'g'),
      '([${SPACELESS}])([^ ${SPACELESS}])', '\\1 \\2', 'g'),
    '([${SPACELESS}])', '\\1 \\1', 'g')`
}
