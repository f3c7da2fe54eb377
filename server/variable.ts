import * as v from 'valibot'

/** `on` or `off`. */
const onOff = v.picklist(['on', 'off'], 'must be on or off')

/** The forms of environment variables. */
export const variable = { onOff, integer, hostAddress, credential, keyList, url }

function integer(fallback: string, min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, message),
      v.transform(Number),
      v.minValue(min, message),
      v.maxValue(max, message),
    ),
    fallback,
  )
}

/** An address that a server listens on. */
function hostAddress(fallback: string) {
  return v.optional(v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an address such as 127.0.0.1')), fallback)
}

/** An id or a secret that another site gave. */
function credential() {
  return v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,300}$/, 'must have no blanks')))
}

/** Different keys with commas between: the first one writes, all read. */
function keyList(form: RegExp, message: string) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.check((keys) => keys.every((key) => form.test(key)), message),
    v.check((keys) => new Set(keys).size === keys.length, 'must not have a key twice'),
  )
}

function url(protocols: string[], example: string) {
  return v.pipe(
    v.string(),
    v.check((text) => protocols.includes(URL.parse(text)?.protocol ?? ''), `must be an address such as ${example}`),
  )
}
