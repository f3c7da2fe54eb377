import { Migration } from '@mikro-orm/migrations'

/** Arabic, Persian and Urdu letters that people type for each other, Arabic digits, and letters of other scripts. */
const ALIKE = ['ىیةہھکٱςґє٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ييهههكاσге01234567890123456789'] as const

/** Combining marks, the stretch letter of Arabic and invisible characters. */
const UNWRITTEN = String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]`

/** Punctuation and symbols, which part words. */
const APART = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u30fb\ufe30-\ufe6f\uff01-\uff0f\U0001f000-\U0001faff]+`

/** Letters as the trigrams have them, which know Latin letters and digits alone. */
const GRAMS = [
  'ابتثجحخدذرزسشصضطظعغفقكلمنهويءپچژگ' + 'абвгдежзиклмнопрстуфхцчшщъыьэюяі' + 'αβγδεζηθικλμνξοπρστυφχψω' + 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ',
  'abttjhkddrzsssdtzagfqklmnhwyapczg' + 'abvgdejziklmnoprstufhccssyyyeuai' + 'abgdeziqiklmnxoprstufhcw' + 'abgdhwzhtyklmnsapcqrstkmnfc',
] as const

export class Migration20261126142000_search_routines extends Migration {
  override name = 'Migration20261126142000_search_routines'

  override up(): void {
    this.addSql('create extension if not exists pg_trgm;')
    this.addSql('create extension if not exists unaccent;')
    this.addSql(`create function search_folded(given text) returns text language sql immutable strict parallel safe as \$\$
      select translate(
        regexp_replace(
          regexp_replace(
            normalize(lower(public.unaccent('public.unaccent'::regdictionary, normalize(given, NFC))), NFKD),
            '${UNWRITTEN}', '', 'g'),
          '${APART}', ' ', 'g'),
        '${ALIKE[0]}', '${ALIKE[1]}')
    \$\$;`)
    this.addSql(`create function search_grams(given text) returns text language sql immutable strict parallel safe as \$\$
      select translate(public.search_folded(given), '${GRAMS[0]}', '${GRAMS[1]}')
    \$\$;`)
    this.addSql(`create function search_joined(given text, words text[]) returns text language sql immutable strict parallel safe as \$\$
      select given || ' ' || array_to_string(words, ' ')
    \$\$;`)
  }

  override down(): void {
    this.addSql('drop function search_joined(text, text[]);')
    this.addSql('drop function search_grams(text);')
    this.addSql('drop function search_folded(text);')
  }
}
