/**
 * Blanks what a PDF tells of its making, in place, so that no offset changes: the entries of its description, its XMP, and the
 * EXIF and XMP of the photos inside. Parts that a program has packed (object streams) keep theirs.
 * @see ISO 32000-1, 14.3
 */
export function cleanPdf(bytes: Buffer): void {
  // One byte a character: places in the text are places in the file.
  const text = bytes.toString('latin1')
  for (const match of text.matchAll(ENTRY)) blankValue(bytes, text, match.index + match[0].length)
  for (const [begin, end] of PACKETS) blankBetween(bytes, text, { begin, end })
  for (const { index } of text.matchAll(PHOTO_METADATA)) {
    // Two bytes of marker, then a length that counts itself.
    bytes.fill(0, index + 4, Math.min(index + 2 + bytes.readUInt16BE(index + 2), bytes.length))
  }
}

const ENTRY = /\/(?:Author|Creator|Producer|Title|Subject|Keywords|CreationDate|ModDate|Company|Location)\s*(?=[(<])/g
const PACKETS = [
  ['<?xpacket begin', '<?xpacket end'],
  ['<x:xmpmeta', '</x:xmpmeta>'],
] as const
// Exactly two bytes of length stand between: those of the segment.
const PHOTO_METADATA = /\xff[\xe1\xed][\s\S]{2}(?:Exif\0\0|http:\/\/ns\.adobe\.com\/|Photoshop 3\.0\0)/g

function blankBetween(bytes: Buffer, text: string, { begin, end }: { begin: string; end: string }): void {
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at + 1)) {
    const until = text.indexOf(end, at)
    bytes.fill(' ', at + begin.length, until === -1 ? bytes.length : until)
  }
}

/** The string at `at`, in brackets that may be nested or in hexadecimal digits; its delimiters stay. */
function blankValue(bytes: Buffer, text: string, at: number): void {
  if (text[at] === '<') return void bytes.fill('0', at + 1, Math.max(at + 1, text.indexOf('>', at)))
  let depth = 0
  for (let place = at; place < text.length; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '(') depth += 1
    else if (text[place] === ')' && (depth -= 1) === 0) return void bytes.fill(' ', at + 1, place)
  }
}
