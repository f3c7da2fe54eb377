import { GLUED_SCRIPT, linkSegments } from './link-segments.ts'
import type { Segment } from './link-segments.ts'

/** People that one comment can name. */
const MENTIONS_MAX = 10

/** A stretch of a text: plain, an address, or `@` with a name that may be nobody's. */
export type MentionSegment = Segment | { kind: 'mention'; text: string; name: string }

/**
 * An `@` after a letter belongs to an email address, and one after a sign of addresses to an address. Scripts without blanks
 * between words have none before a name either. A dot at the end belongs to the sentence.
 */
const MENTION = new RegExp(
  String.raw`(?<!(?!${GLUED_SCRIPT.source})[\p{L}\p{M}\p{N}_.@/\\=&%#?+~])@([a-z0-9_][a-z0-9_.]{1,28}[a-z0-9_])`,
  'giu',
)

/** Splits a text at its addresses and at the names after an `@` that `isName` knows, which are in lower case. */
export function mentionSegments(text: string, isName: (name: string) => boolean = () => true): MentionSegment[] {
  const segments: MentionSegment[] = []
  let at = 0
  for (const segment of linkSegments(text)) {
    if (segment.kind === 'link') segments.push(segment)
    else segments.push(...splitAtNames(text, { from: at, to: at + segment.text.length, isName }))
    at += segment.text.length
  }
  return segments
}

/** The names that stand after an `@`, in lower case, each once; `MENTIONS_MAX` at most. They may name nobody. */
export function mentionedIn(text: string): string[] {
  const names = mentionSegments(text).flatMap((segment) => (segment.kind === 'mention' ? segment.name : []))
  return [...new Set(names)].slice(0, MENTIONS_MAX)
}

/** Splits the part of a text between two places. Its first name depends on the character before the part. */
function splitAtNames(
  text: string,
  { from, to, isName }: { from: number; to: number; isName: (name: string) => boolean },
): MentionSegment[] {
  const segments: MentionSegment[] = []
  let end = from
  for (const { index, 0: mention, 1: name = '' } of text.slice(0, to).matchAll(MENTION)) {
    if (index < from || !isName(name.toLowerCase())) continue
    if (index > end) segments.push({ kind: 'text', text: text.slice(end, index) })
    segments.push({ kind: 'mention', text: mention, name: name.toLowerCase() })
    end = index + mention.length
  }
  if (end < to) segments.push({ kind: 'text', text: text.slice(end, to) })
  return segments
}
