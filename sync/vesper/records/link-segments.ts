/** A stretch of a text: plain, or an address that may be opened. */
export type Segment = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

const BEGINNING = /https?:\/\/|www\./gi

/**
 * Letters, marks and digits of any script, and the punctuation of addresses. Punctuation of other scripts and symbols
 * end an address, except for the dots within words of Catalan, Japanese and Tibetan.
 */
const HOST = /[\p{L}\p{M}\p{N}._-]+/uy
const PORT = /:\d{1,5}(?!\d)/y
const REST = /[/?#][\u200d\u200c\p{L}\p{M}\p{N}\u00b7\u30fb\u0f0b!#$%&'()*+,\-./:;=?@[\]_{}~]*/uy

/** The end of a sentence is not part of an address. */
const TRAILING = new Set(".,;:!?*_~'\u00b7\u30fb\u0f0b\u200c\u200d")
const CLOSED_BY = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
const CLOSING = new Set(CLOSED_BY.values())

/** An address or a name may follow a letter only of a script that is written without spaces between words. */
export const GLUED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const WORD = /[\p{L}\p{M}\p{N}@._/\\:=&%#?+~-]/u

/** No top-level domain mixes ASCII with another script: the next word begins there. */
const NEXT_WORD = /(\.[a-z]{2,})[^\p{ASCII}][^.]*$/iu

/**
 * Splits a text at its web addresses. Only `http:` and `https:` become links, parsed by the browser's own parser, so
 * that no other scheme and no markup can get through.
 */
export function linkSegments(text: string): Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const { index, 0: beginning } of text.matchAll(BEGINNING)) {
    if (index < end || !hasLeftBorder(text, index)) continue
    const shown = text.slice(index, endOfAddress(text, index, beginning))
    const href = hrefOf(shown)
    if (!href) continue
    if (index > end) segments.push({ kind: 'text', text: text.slice(end, index) })
    segments.push({ kind: 'link', text: shown, href })
    end = index + shown.length
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) })
  return segments
}

function hasLeftBorder(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 2), index).match(/.$/su)?.[0] ?? ''
  return !WORD.test(before) || GLUED_SCRIPT.test(before)
}

function endOfAddress(text: string, index: number, beginning: string): number {
  const hasScheme = beginning.endsWith('/')
  const start = hasScheme ? index + beginning.length : index
  const host = runAt(HOST, text, start)
  const known = host.replace(NEXT_WORD, '$1')
  if (known !== host) return start + known.length
  const withPort = start + host.length + runAt(PORT, text, start + host.length).length
  // A name and password in an address make it look like another site's: no part of it is a link.
  if (text[withPort] === '@' || (text[withPort] === ':' && /^:[^\s/]*@/u.test(text.slice(withPort, withPort + 200)))) {
    return index
  }
  const rest = runAt(REST, text, withPort)
  if (rest === '') return withPort === start + host.length ? start + host.replace(/[._-]+$/, '').length : withPort
  return withPort + endOfRest(rest, index > 0 && text[index - 1] === "'")
}

/** The length of the rest without a sentence's end and without unpaired brackets, in one pass over it and one back. */
function endOfRest(rest: string, isQuoted: boolean): number {
  const open: { closing: string; at: number }[] = []
  let end = 0
  for (; end < rest.length; end += 1) {
    const character = rest.charAt(end)
    const closing = CLOSED_BY.get(character)
    if (closing) open.push({ closing, at: end })
    else if (CLOSING.has(character) && open.pop()?.closing !== character) break
    else if (isQuoted && character === "'") break
  }
  const [unclosed] = open
  if (unclosed && unclosed.at < end) end = unclosed.at
  while (end > 0 && TRAILING.has(rest.charAt(end - 1))) end -= 1
  return end
}

function runAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ''
}

function hrefOf(shown: string): string | null {
  const isBare = /^www\./i.test(shown)
  const address = isBare ? `https://${shown}` : shown
  if (!URL.canParse(address)) return null
  const { protocol, hostname, username, password, href } = new URL(address)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  const labels = hostname.split('.')
  // `www.so` is rather a word than a site.
  const isSite = labels.length >= (isBare ? 3 : 2) && labels.every((label) => label !== '')
  return isWeb && isSite && isRealAddress(shown, hostname) && !username && !password ? href : null
}

/** The parser makes an IP address of any number: a version such as `1.2` is none. */
function isRealAddress(shown: string, hostname: string): boolean {
  return !/^[\d.]+$/.test(hostname) || shown.includes(hostname)
}
