type Grapheme = { segment: string; index: number }

/** Made when it is needed first, which takes some milliseconds; null in a browser that has none. */
let segmenter: Intl.Segmenter | null | undefined

/** The characters of the text as people see them: an emoji of several code points is one, where the browser can tell. */
export function graphemesOf(text: string): string[] {
  const known = segmenterHere()
  return known ? Array.from(known.segment(text), ({ segment }) => segment) : Array.from(text)
}

/** The place at or before `at` where a character begins as people see it: an emoji of several code points is one. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  return graphemeAt(text, at).index
}

/** The place at or after `at` where a character ends as people see it. */
export function graphemeEnd(text: string, at: number): number {
  const start = graphemeStart(text, at)
  return start === at ? at : start + graphemeAt(text, start).segment.length
}

export function firstGrapheme(text: string): string {
  return text.slice(0, graphemeEnd(text, 1))
}

/** The character around `at`, which is within the text; a code point where the browser knows no more. */
function graphemeAt(text: string, at: number): Grapheme {
  const found = segmenterHere()?.segment(text).containing(at)
  if (found) return found
  const isSecondHalf = /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
  const index = isSecondHalf ? at - 1 : at
  return { index, segment: String.fromCodePoint(text.codePointAt(index) ?? 0) }
}

/** Firefox has one since version 125. */
function segmenterHere(): Intl.Segmenter | null {
  segmenter ??= 'Segmenter' in Intl ? new Intl.Segmenter() : null
  return segmenter
}
