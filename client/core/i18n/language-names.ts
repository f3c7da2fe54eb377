import { collator } from '../../ui/text/number-format.ts'

/** ISO 639-1; the names come from the browser, in the language that is shown. */
const CODES =
  'aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo ' +
  'fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la ' +
  'lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru ' +
  'rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi ' +
  'yo za zh zu'

/** Every language with its name in `language`, by name. */
export function languagesIn(language: string): { code: string; name: string }[] {
  const { compare } = collator(language)
  return CODES.split(' ')
    .map((code) => ({ code, name: nameOfLanguage(code, language) }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The name of a language in `language`, with a capital as a name in a list has it; the code where the browser knows none. */
export function nameOfLanguage(code: string, language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}
