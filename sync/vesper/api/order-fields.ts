import * as v from 'valibot'
import { shown, storable } from './fields.ts'

export const ORDER_NOTE_MAX = 500
export const CARRIER_MAX = 60
export const TRACKING_NUMBER_MAX = 60
export const TRACKING_URL_MAX = 500

/** Line breaks and control characters become a space: nothing of a text looks like a line of its own. */
const inOneLine = v.transform((text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '))

/** A text that may be empty, without line breaks. */
function line(most: number, message: string) {
  return v.pipe(v.string(), shown, storable, inOneLine, v.trim(), v.maxLength(most, message))
}

/** The fields of a parcel that may stay empty. */
export const Parcel = v.object({
  carrier: v.optional(line(CARRIER_MAX, 'A carrier has at most 60 characters.'), ''),
  trackingNumber: v.optional(line(TRACKING_NUMBER_MAX, 'A tracking number has at most 60 characters.'), ''),
  trackingUrl: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(TRACKING_URL_MAX, 'This address is too long.'),
        v.check(isHttps, 'Enter an address that begins with https://.'),
      ),
    ),
    null,
  ),
})

/** Words to the other side of an order. */
export const OrderNote = line(ORDER_NOTE_MAX, 'A note has at most 500 characters.')

/** The version of an order that a device has seen. */
export const OrderVersion = v.pipe(v.number(), v.integer(), v.minValue(1))

export type Parcel = v.InferOutput<typeof Parcel>

function isHttps(text: string): boolean {
  // Parsers pass over line breaks in an address; readers of a mail do not. Marks of direction make it look like another.
  return (
    /^[^\s\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u.test(text) && URL.canParse(text) && new URL(text).protocol === 'https:'
  )
}
