/** Characters of a file's name. */
export const FILE_NAME_MAX = 120
/** Characters of an ending that a name which is cut keeps. */
const ENDING_MAX = 16

/**
 * A name under which a file can be saved on any system: without folders, control characters and marks that turn the
 * direction of writing, which hide an ending. Null where nothing is left.
 */
export function safeFileName(name: string): string | null {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]+/g, '-')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s-]+|[.\s]+$/gu, '')
  if (plain === '') return null
  if (plain.length <= FILE_NAME_MAX) return plain
  const ending = /\.[^.]+$/.exec(plain)?.[0] ?? ''
  const kept = ending.length <= ENDING_MAX ? ending : ''
  return plain.slice(0, FILE_NAME_MAX - kept.length).toWellFormed() + kept
}
