import { Migration } from '@mikro-orm/migrations'

const ALIKE = ['ىیةہھکٱςґє٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ييهههكاσге01234567890123456789'] as const
const UNWRITTEN = String.raw`[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]`
const INVISIBLE = String.raw`[\u00ad\u200b-\u200f\u2060\ufeff]`
const APART = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e4f\u0e5a\u0e5b\u0f08-\u0f14\u104a-\u104f\u1361-\u1368\u17d4-\u17d6\u17d8-\u17da\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30a0\u30fb\ufe30-\ufe6f\uff01-\uff0f\U0001f000-\U0001faff]+`
const APART_BEFORE = String.raw`[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u30fb\ufe30-\ufe6f\uff01-\uff0f\U0001f000-\U0001faff]+`
const ACRONYM = '(?<![a-z0-9])([a-z])[.](?=[a-z](?![a-z0-9]))'
const SPACELESS = String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109f\u1100-\u11ff\u1780-\u17d3\u17dc\u17dd\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\ud7b0-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff`

const LISTED = `status = 'active' and gallery_id is null`
const [TITLE, TEXT, NAME] = [
  'search_joined("title", "tags")',
  'search_joined("text", "tags")',
  `"name" || ' ' || coalesce("username", '')`,
] as const

/** Indexes hold what the functions once gave, so each is built again. */
export class Migration20261127162718_search_scripts extends Migration {
  override name = 'Migration20261127162718_search_scripts'

  override up(): void {
    this.dropIndexes()
    this.addSql(searchFolded(FOLDED))
    this.addSql(`create function search_words(given text) returns text language sql immutable strict parallel safe as \$\$
      select regexp_replace(
        regexp_replace(
          regexp_replace(public.search_folded(given), '([^ ${SPACELESS}])([${SPACELESS}])', '\\1 \\2', 'g'),
          '([${SPACELESS}])([^ ${SPACELESS}])', '\\1 \\2', 'g'),
        '([${SPACELESS}])', '\\1 \\1', 'g')
    \$\$;`)
    this.createIndexes('search_words')
  }

  override down(): void {
    this.dropIndexes()
    this.addSql('drop function search_words(text);')
    this.addSql(searchFolded(FOLDED_BEFORE))
    this.createIndexes('search_folded')
  }

  private dropIndexes(): void {
    for (const name of ['asset_search', 'asset_words', 'post_words', 'user_search', 'user_words']) {
      this.addSql(`drop index "${name}_index";`)
    }
  }

  private createIndexes(words: string): void {
    const index = (name: string, table: string, using: string, where: string) =>
      this.addSql(`create index "${name}_index" on "${table}" using gin (${using}) where ${where};`)
    index('asset_search', 'asset', `search_grams(${TITLE}) gin_trgm_ops`, LISTED)
    index('asset_words', 'asset', `to_tsvector('simple', ${words}(${TITLE}))`, LISTED)
    index('post_words', 'post', `to_tsvector('simple', ${words}(${TEXT}))`, `status = 'published'`)
    index('user_search', 'user', `search_grams(${NAME}) gin_trgm_ops`, 'is_performer')
    index('user_words', 'user', `to_tsvector('simple', ${words}(${NAME}))`, 'is_performer')
  }
}

const FOLDED = `translate(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        normalize(lower(public.unaccent('public.unaccent'::regdictionary, normalize(regexp_replace(given, '${INVISIBLE}', '', 'g'), NFC))), NFKD),
        '${UNWRITTEN}', '', 'g'),
      '${ACRONYM}', '\\1', 'g'),
    '${APART}', ' ', 'g'),
  '${ALIKE[0]}', '${ALIKE[1]}')`

const FOLDED_BEFORE = `translate(
  regexp_replace(
    regexp_replace(
      normalize(lower(public.unaccent('public.unaccent'::regdictionary, normalize(given, NFC))), NFKD),
      '${UNWRITTEN}', '', 'g'),
    '${APART_BEFORE}', ' ', 'g'),
  '${ALIKE[0]}', '${ALIKE[1]}')`

function searchFolded(body: string): string {
  return `create or replace function search_folded(given text) returns text language sql immutable strict parallel safe as \$\$
    select ${body}
  \$\$;`
}
