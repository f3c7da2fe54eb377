/**
 * Blanks what a PDF tells of its making, in place, so that no offset changes: the entries of its description, its XMP, and the
 * EXIF and XMP of the photos inside. Parts that a program has packed (object streams) keep theirs.
 * @see ISO 32000-1, 14.3
 */
export function cleanPdf(bytes: Buffer): void {
  // One byte a character: places in the text are places in the file.
  const text = bytes.toString('latin1')
  blankEach(text, ENTRY, (match) => blankValue(bytes, text, match.index + match[0].length))
  for (const [begin, end] of PACKETS) blankBetween(bytes, text, { begin, end })
  blankEach(text, PHOTO_METADATA, ({ index }) => {
    // Two bytes of marker, then a length that counts itself.
    const end = Math.min(index + 2 + bytes.readUInt16BE(index + 2), bytes.length)
    bytes.fill(0, index + 4, end)
    return end
  })
}

/** Blanks what each match stands for, and goes on behind it: no byte is looked at for two matches, whatever they claim. */
function blankEach(text: string, pattern: RegExp, blank: (match: RegExpExecArray) => number): void {
  let end = 0
  for (const match of text.matchAll(pattern)) if (match.index >= end) end = blank(match)
}

const ENTRY = /\/(?:Author|Creator|Producer|Title|Subject|Keywords|CreationDate|ModDate|Company|Location)\s*(?=[(<])/g
const PACKETS = [
  ['<?xpacket begin', '<?xpacket end'],
  ['<x:xmpmeta', '</x:xmpmeta>'],
] as const
// Exactly two bytes of length stand between: those of the segment.
const PHOTO_METADATA = /\xff[\xe1\xed][\s\S]{2}(?:Exif\0\0|http:\/\/ns\.adobe\.com\/|Photoshop 3\.0\0)/g

function blankBetween(bytes: Buffer, text: string, { begin, end }: { begin: string; end: string }): void {
  for (let at = text.indexOf(begin); at !== -1;) {
    const found = text.indexOf(end, at)
    const until = found === -1 ? bytes.length : found
    bytes.fill(' ', at + begin.length, until)
    at = text.indexOf(begin, until)
  }
}

/** As long as a string of a PDF may be (annex C.2). One without an end before that is none, and stays. */
const STRING_MAX = 32_767

/** The string at `at`, in brackets that may be nested or in hexadecimal digits; its delimiters stay. Gives where it ends. */
function blankValue(bytes: Buffer, text: string, at: number): number {
  const limit = Math.min(at + STRING_MAX, text.length)
  const end = text[at] === '<' ? endOfHex(text, at, limit) : endOfText(text, at, limit)
  if (end !== null) bytes.fill(text[at] === '<' ? '0' : ' ', at + 1, end)
  return end ?? limit
}

function endOfHex(text: string, at: number, limit: number): number | null {
  const end = text.slice(at, limit).indexOf('>')
  return end === -1 ? null : at + end
}

function endOfText(text: string, at: number, limit: number): number | null {
  let depth = 0
  for (let place = at; place < limit; place += 1) {
    if (text[place] === '\\') place += 1
    else if (text[place] === '(') depth += 1
    else if (text[place] === ')' && (depth -= 1) === 0) return place
  }
  return null
}
