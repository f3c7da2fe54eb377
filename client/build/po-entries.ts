export type PoEntry = { id: string; context: string; translation: string; files: string[] }

/** The entries of a PO file without its header. A text may go on over lines, each in quotes of its own. */
export function poEntries(po: string): PoEntry[] {
  return po.split(/\n\n+/).flatMap((block) => {
    const id = fieldOf(block, 'msgid')
    if (!id) return []
    const files = [...block.matchAll(/^#: (\S+)/gm)].map(([, file = '']) => file)
    return [{ id, context: fieldOf(block, 'msgctxt'), translation: fieldOf(block, 'msgstr'), files }]
  })
}

function fieldOf(block: string, name: string): string {
  const lines = new RegExp(`^${name} ((?:"[^\\n]*"(?:\\n|$))+)`, 'm').exec(block)?.[1] ?? ''
  return lines.replaceAll(/^"|"$/gm, '').replaceAll('\n', '')
}
