import * as v from 'valibot'
import { isVisible, shownText, wellFormed } from '../records/visible-text.ts'

export const uuid = v.pipe(v.string(), v.uuid('This id is not valid.'))

/** A text in which no emoji is cut in two. */
export const whole = v.transform(wellFormed)

/** The same for a text that others see. */
export const shown = v.transform(shownText)

/** PostgreSQL stores every character in a text but this one. */
export const storable = v.check(
  (text: string) => !text.includes('\0'),
  'This text has a character that cannot be kept.',
)

/** A text of which a reader sees something; else refused with `message`. */
export function visible(message: string) {
  return v.check(isVisible, message)
}

/** A text nobody sees anything of stands for none. */
const blankAsEmpty = v.transform((text: string) => (isVisible(text) ? text : ''))

const NO_EMAIL = 'Enter an email address such as name@example.com.'

/** The same for each spelling of an address: in lower case, its domain in ASCII as mail servers have it. */
export function canonicalEmail(text: string): string {
  const address = text.toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || /^\p{ASCII}*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u.test(domain))
    return address
  const url = `http://${domain}`
  return URL.canParse(url) ? address.slice(0, at + 1) + new URL(url).hostname : address
}

/** An address as `<input type="email">` takes it, of a domain that mail reaches from elsewhere; canonical. */
export const Email = v.pipe(
  v.string('Enter your email address.'),
  v.trim(),
  v.transform(canonicalEmail),
  v.maxLength(254, 'This email address is too long.'),
  v.rfcEmail(NO_EMAIL),
  v.regex(/^[^@]{1,64}@(?:[^@.]+\.)+(?!\d+$)[^@.]{2,}$/, NO_EMAIL),
)

export const Name = v.pipe(
  v.string('Enter your name.'),
  v.trim(),
  visible('Enter your name.'),
  v.maxLength(60, 'A name has at most 60 characters.'),
  v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'A name has no line breaks or control characters.'),
  // Characters that turn the direction of what follows make one name look like another.
  v.regex(/^[^\u202a-\u202e\u2066-\u2069]*$/u, 'A name has no characters that turn the direction of text.'),
)

export const OPTIONAL_TEXT_MAX = 1000

/** A free text that may be empty. */
export const OptionalText = v.pipe(
  v.string(),
  shown,
  v.trim(),
  blankAsEmpty,
  v.maxLength(OPTIONAL_TEXT_MAX, 'Use at most 1,000 characters.'),
  storable,
)

/**
 * A new password. With the setting `hash-password-client` on, the browser sends the SHA-256 of what was typed (64 hex
 * digits), which satisfies the same bounds.
 */
export const NewPassword = v.pipe(
  v.string('Choose a password.'),
  v.minLength(10, 'A password has at least 10 characters.'),
  visible('A password of blanks alone is easily guessed.'),
  v.maxLength(128, 'A password has at most 128 characters.'),
)

/** How a password was sent: as typed, or hashed by the browser with SHA-256. */
export const PasswordForm = v.optional(v.picklist(['plain', 'sha256']), 'plain')

/** A day of the calendar, YYYY-MM-DD. */
export function calendarDate(message: string) {
  return v.pipe(v.string(message), v.isoDate(message), v.check(isInCalendar, message))
}

/** A moment in ISO 8601, on a day of the calendar. */
export function moment(message: string) {
  return v.pipe(
    v.string(message),
    v.isoTimestamp(message),
    v.check((text) => isInCalendar(text) && !Number.isNaN(Date.parse(text)), message),
  )
}

/** Tells if the day exists with which `text` begins. JavaScript takes 29 February of any year for the day after the 28th. */
function isInCalendar(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/**
 * Numbers in an address query arrive as text. Refusals of a query are for developers, and have no translation: no full stop
 * marks them as a sentence.
 */
export function queryInteger(fallback: number, min: number, max: number) {
  const bounds = `Use a whole number from ${min} to ${max}`
  return v.optional(
    v.pipe(
      v.string(bounds),
      v.regex(/^\d{1,9}$/, bounds),
      v.transform(Number),
      v.minValue(min, bounds),
      v.maxValue(max, bounds),
    ),
    String(fallback),
  )
}

/** One of the values that an address query may have. */
export function queryChoice<const Values extends readonly string[]>(values: Values) {
  return v.picklist(values, `Use one of these: ${values.join(', ')}`)
}

/** The query of a list: page `current` from 1, `pageSize`, `sortBy`, `sort`, and a search text `q`. */
export function listQuery<const Sortable extends readonly [string, ...string[]]>(sortable: Sortable) {
  return v.object({
    current: queryInteger(1, 1, 100_000),
    pageSize: queryInteger(25, 1, 100),
    sortBy: v.optional(queryChoice(sortable), sortable[0]),
    sort: v.optional(queryChoice(['asc', 'desc']), 'desc'),
    q: v.optional(
      v.pipe(v.string(), whole, v.trim(), v.maxLength(100, 'Search for at most 100 characters.'), storable),
      '',
    ),
  })
}

/** The `total` of a list counts up to here: a list with so many items, or more, has this total. */
export const LIST_TOTAL_MAX = 1000

/** The answer of a list. `total`: its items in all, LIST_TOTAL_MAX at most. */
export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ data: v.array(item), total: v.number() })
}

/**
 * In the query of a list whose answer has `next`: the items after that place, in the same order. `current` then only says how
 * many come before it, for the total.
 */
export const afterPlace = {
  after: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^-?\d{1,16}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'Use the `next` of the page before.'),
    ),
  ),
}

/** The answer of a list that goes on from a place. `next`: the place after its last item; null where the list ends there. */
export function placedListOf<const Item extends v.GenericSchema>(item: Item) {
  return v.object({ ...listOf(item).entries, next: v.optional(v.nullable(v.string())) })
}

export const Done = v.object({ success: v.literal(true) })
/** Done, with a sentence for the user. */
export const MessageAnswer = v.object({ success: v.literal(true), message: v.string() })
