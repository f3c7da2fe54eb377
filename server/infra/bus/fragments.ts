/** PostgreSQL refuses a payload of 8,000 bytes. */
const MAX_BYTES = 7_900

/**
 * Cuts a frame into payloads of NOTIFY: `<sender>:<index><+ or .><piece>`, `.` in the last. The index tells equal pieces
 * apart, since PostgreSQL delivers equal payloads of one transaction once.
 */
export function splitFragments(frame: string): string[] {
  const sender = senderOf(frame)
  const bytes = Buffer.from(frame)
  const pieces: string[] = []
  for (let start = 0; start < bytes.length;) {
    let end = Math.min(bytes.length, start + MAX_BYTES - sender.length - 10)
    while (end < bytes.length && isWithinCharacter(bytes[end])) end -= 1
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return pieces.map((piece, index) => `${sender}:${index}${index === pieces.length - 1 ? '.' : '+'}${piece}`)
}

/** Puts fragments together as they come; answers a whole frame, else null. Fragments of `self` are dropped unread. */
export function createAssembly(self: string): (fragment: string) => string | null {
  const own = `${self}:`
  const begun = new Map<string, string[]>()
  return (fragment) => {
    if (fragment.startsWith(own)) return null
    const [head = '', sender = '', index, mark] = /^([^:\s]+):(\d+)([+.])/.exec(fragment) ?? []
    if (head === '') return null
    const before = index === '0' ? [] : begun.get(sender)
    // The beginning came before this server listened: the number of the next frame tells that one is missing.
    if (before?.length !== Number(index)) return null
    const pieces = [...before, fragment.slice(head.length)]
    if (mark === '+') begun.set(sender, pieces)
    else begun.delete(sender)
    return mark === '+' ? null : pieces.join('')
  }
}

function senderOf(frame: string): string {
  return frame.slice(0, frame.indexOf(' '))
}

/** UTF-8: the second to last bytes of a character are 10xxxxxx. */
function isWithinCharacter(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}
