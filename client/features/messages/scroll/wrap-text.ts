import type { TextWidth } from './measure-text.ts'

/**
 * Breaks a text into lines no wider than `width` (CSS pixels): between words, after hyphens, and within what is longer than a
 * line. Answers how many lines there are, and how far the last one goes. A browser knows more places, in addresses for
 * instance.
 */
export function wrapText(text: string, width: number, widthOf: TextWidth): { count: number; last: number } {
  let count = 0
  let last = 0
  for (const paragraph of text.split('\n')) {
    count += 1
    last = 0
    for (const [, word = '', space = ''] of paragraph.matchAll(/([^ -]+-*|-+)( *)/g)) {
      const wide = widthOf(word)
      if (last > 0 && last + wide > width) {
        count += 1
        last = 0
      }
      const more = Math.max(0, Math.ceil(wide / width) - 1)
      count += more
      last += wide - more * width + widthOf(space)
    }
  }
  return { count, last }
}
