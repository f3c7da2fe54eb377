import type { Offer, OfferBody, OfferChanges } from '@vesper/sync/vesper/api/offers.ts'
import { TERMS } from '@vesper/sync/vesper/records/subscription.ts'
import type { Term } from '@vesper/sync/vesper/records/subscription.ts'
import { parseWhole } from '../../core/forms/parse-whole.ts'
import { isoDay } from '../../ui/text/date-format.ts'

/** The texts of the form. `_id` is that of a new offer once it was sent, else empty. `terms` are joined by commas; `uses` and `ends` are empty for no limit, `listId` for
 * none. */
export type OfferValues = Record<
  '_id' | 'kind' | 'code' | 'days' | 'percent' | 'terms' | 'audience' | 'listId' | 'uses' | 'ends',
  string
>

/** Letters and digits that nobody takes for each other. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A code that nobody guesses: ten signs of 32. */
function randomCode(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** The form as it begins: empty with a new code, or as the offer is. */
export function valuesOf(offer: Offer | null): OfferValues {
  return {
    _id: '',
    kind: offer?.kind ?? 'trial',
    code: offer?.code ?? randomCode(),
    days: String(offer?.days ?? 7),
    percent: String(offer?.percent ?? 30),
    terms: (offer?.terms ?? ['monthly']).join(),
    audience: offer?.audience ?? 'all',
    listId: offer?.listId ?? '',
    uses: offer?.usesMax == null ? '' : String(offer.usesMax),
    ends: offer?.endsAt == null ? '' : isoDay(Date.parse(offer.endsAt)),
  }
}

/** The fields of the form that are not right. */
export type WrongField = 'code' | 'days' | 'percent' | 'terms' | 'listId' | 'usesMax' | 'endsAt'

/** Tells what keeps a form from being sent: all of a new offer, or the parts that can be changed. */
export function wrongFieldsOf(values: OfferValues, isNew: boolean): Set<WrongField> {
  const isTrial = values.kind === 'trial'
  const uses = values.uses.trim()
  const wrong: Record<WrongField, boolean> = {
    code: isNew && values.code.trim() === '',
    days: isNew && isTrial && parseWhole(values.days, { least: 1, most: 90 }) === null,
    percent: isNew && !isTrial && parseWhole(values.percent, { least: 1, most: 99 }) === null,
    terms: isNew && !isTrial && termsOf(values).length === 0,
    listId: values.audience === 'list' && values.listId === '',
    usesMax: uses !== '' && parseWhole(uses, { least: 1, most: 100_000 }) === null,
    endsAt: values.ends !== '' && Number.isNaN(Date.parse(`${values.ends}T23:59:59.999`)),
  }
  return new Set((Object.keys(wrong) as WrongField[]).filter((field) => wrong[field]))
}

/** The terms that are ticked. */
export function termsOf({ terms }: Pick<OfferValues, 'terms'>): Term[] {
  const chosen = terms.split(',')
  return TERMS.filter((term) => chosen.includes(term))
}

/** The parts that can be changed later; null while a text is not right. */
export function changesOf({ uses, ends, audience, listId }: OfferValues): OfferChanges | null {
  const usesMax = uses.trim() === '' ? null : parseWhole(uses, { least: 1, most: 100_000 })
  if (usesMax === null && uses.trim() !== '') return null
  // To the end of the day here.
  const end = ends === '' ? null : new Date(`${ends}T23:59:59.999`)
  if (end !== null && Number.isNaN(end.getTime())) return null
  if (audience === 'list' && listId === '') return null
  const whom = { audience: audience as OfferChanges['audience'], listId: audience === 'list' ? listId : null }
  return { usesMax, endsAt: end?.toISOString() ?? null, ...whom }
}

/** The whole offer; null while a text is not right. */
export function bodyOf(_id: string, values: OfferValues): OfferBody | null {
  const changes = changesOf(values)
  const days = parseWhole(values.days, { least: 1, most: 90 })
  const percent = parseWhole(values.percent, { least: 1, most: 99 })
  const terms = termsOf(values)
  if (changes === null || values.code.trim() === '') return null
  const made = { _id, code: values.code, ...changes }
  if (values.kind === 'trial') return days === null ? null : { ...made, kind: 'trial', days }
  return percent === null || terms.length === 0 ? null : { ...made, kind: 'discount', percent, terms }
}
