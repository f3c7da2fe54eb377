import { randomBytes } from 'node:crypto'
import { createKeyWrapper, decrypt, encrypt, keyFinder } from './key-wrapper.ts'

//   id.iv.key.tag │ .iv.text.tag      a data key, wrapped │ the text, sealed with the data key
//   id.iv.text.tag                    of earlier versions: the text, sealed with the key of the configuration
//
// A change of keys wraps the data key again, and leaves the text as it is.

/** Encrypts texts for the database. `about` names the row: a text that is copied to another one does not open there. */
export type Sealer = {
  /** The first part of all that is sealed now. */
  keyId: string
  seal: (text: string, about: string) => string
  /** Throws for a text that was changed, belongs to another row, or was sealed with a key that is gone. */
  open: (sealed: string, about: string) => string
  /** The same text under the key that seals now. Throws as `open` does. */
  rewrap: (sealed: string, about: string) => string
}

const WRAPPED_PARTS = 4

/** Seals with the first key and opens with all of them, so that keys can be changed. Keys have 32 bytes. */
export function createSealer(keys: readonly [Uint8Array, ...Uint8Array[]]): Sealer {
  const wrapper = createKeyWrapper(keys)
  const keyOf = keyFinder(keys)

  function seal(text: string, about: string): string {
    const dataKey = randomBytes(32)
    return `${wrapper.wrap(dataKey)}.${encrypt(dataKey, Buffer.from(text), Buffer.from(about))}`
  }

  function open(sealed: string, about: string): string {
    const { wrapped, text } = partsOf(sealed)
    if (wrapped !== null) return decrypt(wrapper.unwrap(wrapped), text, Buffer.from(about)).toString()
    const [id = '', ...rest] = text.split('.')
    return decrypt(keyOf(id), rest.join('.'), Buffer.from(about)).toString()
  }

  function rewrap(sealed: string, about: string): string {
    const { wrapped, text } = partsOf(sealed)
    // A text that does not open stays as it is, so that nobody takes it for one that does.
    const opened = open(sealed, about)
    return wrapped === null ? seal(opened, about) : `${wrapper.wrap(wrapper.unwrap(wrapped))}.${text}`
  }

  return { keyId: wrapper.keyId, seal, open, rewrap }
}

/** `wrapped` is null for a text of an earlier version. */
function partsOf(sealed: string): { wrapped: string | null; text: string } {
  const parts = sealed.split('.')
  if (parts.length <= WRAPPED_PARTS) return { wrapped: null, text: sealed }
  return { wrapped: parts.slice(0, WRAPPED_PARTS).join('.'), text: parts.slice(WRAPPED_PARTS).join('.') }
}
