type Clipboard = Pick<DataTransfer, 'files' | 'getData'>

/**
 * The files to attach of a paste; none where its text is meant. A spreadsheet copies its cells as text and as a picture;
 * a file manager and a browser copy a file with its name or address as text.
 */
export function pastedFiles(clipboard: Clipboard): File[] {
  const files = [...clipboard.files]
  const lines = linesOf(clipboard.getData('text/plain'))
  const addresses = linesOf(clipboard.getData('text/uri-list'))
  const isReference = (line: string) =>
    addresses.includes(line) || line.startsWith('file://') || files.some(({ name }) => isPathTo(line, name))
  return lines.every(isReference) ? files : []
}

function isPathTo(line: string, name: string): boolean {
  return line === name || line.endsWith(`/${name}`) || line.endsWith(`\\${name}`)
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
