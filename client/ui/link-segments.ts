/** A stretch of a text: plain, or an address that may be opened. */
export type Segment = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

// What ends a sentence is not part of an address; a closing bracket is, when it was opened inside.
const CANDIDATE = /(?:https?:\/\/|www\.)[^\s<>"'`\u200b]+/giu
const TRAILING = new Set('.,;:!?…*_~\'"»”’')
const PAIRS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/**
 * Splits a text at its web addresses. Only `http:` and `https:` become links, parsed by the browser's own parser, so
 * that no other scheme and no markup can get through.
 */
export function linkSegments(text: string): Segment[] {
  const segments: Segment[] = []
  let end = 0
  for (const match of text.matchAll(CANDIDATE)) {
    const shown = withoutTrailing(match[0])
    const href = hrefOf(shown)
    if (!href) continue
    if (match.index > end) segments.push({ kind: 'text', text: text.slice(end, match.index) })
    segments.push({ kind: 'link', text: shown, href })
    end = match.index + shown.length
  }
  if (end < text.length) segments.push({ kind: 'text', text: text.slice(end) })
  return segments
}

// One pass from the end: whoever writes a text must not make reading it slow.
function withoutTrailing(address: string): string {
  const left = new Map<string, number>()
  for (const character of address) left.set(character, (left.get(character) ?? 0) + 1)
  let end = address.length
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? ''
    const open = PAIRS[last]
    const isUnopened = open !== undefined && (left.get(open) ?? 0) < (left.get(last) ?? 0)
    if (!TRAILING.has(last) && !isUnopened) break
    left.set(last, (left.get(last) ?? 0) - 1)
  }
  return address.slice(0, end)
}

function hrefOf(shown: string): string | null {
  const address = /^www\./i.test(shown) ? `https://${shown}` : shown
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  // A name and password in an address make it look like another site's.
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? url.href : null
}
