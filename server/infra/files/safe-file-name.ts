/** Characters of a file's name. */
export const FILE_NAME_MAX = 120
/** Bytes of a name that file systems and archives take. */
const NAME_MAX_BYTES = 255
/** Characters of an ending that a name which is cut keeps. */
const ENDING_MAX = 16

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * A name under which a file can be saved on any system: without folders, control characters and marks that turn the direction of
 * writing, which hide an ending. Marks that join or part letters stay, and so do quotation marks. Null where nothing is left.
 */
export function safeFileName(name: string): string | null {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?<>|]+/g, '-')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s-]+|[.\s]+$/gu, '')
  // Marks alone show nothing.
  return /[^\p{Cf}\p{M}\s]/u.test(plain) ? cutFileName(plain) : null
}

/** The name within the bounds of systems, with `mark` before its ending. It is cut before its ending, and not within a letter. */
export function cutFileName(name: string, mark = ''): string {
  const found = /[^.](\.[^.]+)$/.exec(name)?.[1] ?? ''
  const ending = found.length <= ENDING_MAX ? found : ''
  let stem = ''
  for (const { segment } of graphemes.segment(name.slice(0, name.length - ending.length))) {
    if (!isWithin(stem + segment + mark + ending)) break
    stem += segment
  }
  return stem + mark + ending
}

function isWithin(name: string): boolean {
  return name.length <= FILE_NAME_MAX && Buffer.byteLength(name) <= NAME_MAX_BYTES
}
