/** Made when it is needed first, which takes some milliseconds. */
let segmenter: Intl.Segmenter | undefined

/** The place at or before `at` where a character begins as people see it: an emoji of several code points is one. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.min(Math.max(at, 0), text.length)
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text).containing(at)?.index ?? at
}

/** The place at or after `at` where a character ends as people see it. */
export function graphemeEnd(text: string, at: number): number {
  const start = graphemeStart(text, at)
  if (start === at) return at
  segmenter ??= new Intl.Segmenter()
  return start + (segmenter.segment(text).containing(start)?.segment.length ?? at - start)
}

export function firstGrapheme(text: string): string {
  return text.slice(0, graphemeEnd(text, 1))
}
