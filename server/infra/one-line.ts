/** A text of a user for a list of lines: with its breaks and control characters it could look like another line. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{C}]+/gu, ' ')
}
