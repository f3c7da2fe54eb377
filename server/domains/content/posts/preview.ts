const PREVIEW_MAX = 80

/** The beginning of a text that is locked: whole words of its first line, a third of all that it says at most. */
export function previewOf(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const room = Math.min(PREVIEW_MAX, Math.floor(text.trim().length / 3))
  // The character after the room decides if the last word in it is whole.
  const words = `${line} `
    .slice(0, room + 1)
    .replace(/\S*$/, '')
    .trimEnd()
  return words === '' ? '' : `${words} …`
}
