import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { wellFormed } from '@vesper/sync/vesper/records/visible-text.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const SURROGATE_ESCAPE = /\\ud[89a-f]/i

/** More than any call has. */
const MAX_FIELDS = 1_000

/** The value that a body of this content type stands for; an empty body is an empty object. */
export function parseBody(contentType: string | undefined, body: Buffer): unknown {
  if (body.length === 0) return {}
  const type = contentType?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return parseJson(decode(body))
  if (type === 'application/x-www-form-urlencoded') return collectFields(readFields(decode(body)))
  throw new Refusal('unsupported', 'Send JSON or form fields.')
}

/** The fields of a form or a query, which are counted before one of them is made: a text can have a million. */
export function readFields(text: string): URLSearchParams {
  let separator = -1
  for (let fields = 0; fields < MAX_FIELDS; fields++) {
    separator = text.indexOf('&', separator + 1)
    if (separator === -1) return new URLSearchParams(text)
  }
  throw new Refusal('invalid', 'There are too many fields.')
}

/** Fields by name; a repeated one becomes an array. No field can reach the prototype. */
export function collectFields(entries: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>()
  for (const [name, value] of entries) {
    const earlier = fields.get(name)
    if (Array.isArray(earlier)) earlier.push(value)
    else fields.set(name, earlier === undefined ? value : [earlier, value])
  }
  return Object.fromEntries(fields)
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body)
  } catch {
    throw new Refusal('invalid', 'The body is not valid UTF-8.')
  }
}

/** Half a surrogate pair, which only an escape can bring into a JSON text of valid UTF-8, becomes U+FFFD. */
function parseJson(text: string): unknown {
  try {
    return SURROGATE_ESCAPE.test(text)
      ? JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value))
      : JSON.parse(text)
  } catch {
    throw new Refusal('invalid', 'The body is not valid JSON.')
  }
}
