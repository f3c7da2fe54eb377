import type { FileRecord } from '@vesper/sync/records/file.ts'
import type { Message } from '@vesper/sync/records/message.ts'

/**
 * `next`, with every message that shows the same as before being the same object as before, so that rows which did not
 * change are not drawn again. Returns `previous` itself when nothing changed.
 */
export function keepSame(previous: readonly Message[], next: Message[]): Message[] {
  const known = new Map(previous.map((message) => [message._id, message]))
  const kept = next.map((message) => {
    const before = known.get(message._id)
    return before && isSame(before, message) ? before : message
  })
  const unchanged = kept.length === previous.length && kept.every((message, index) => message === previous[index])
  return unchanged ? (previous as Message[]) : kept
}

function isSame(a: Message, b: Message): boolean {
  return (
    a.seq === b.seq &&
    a.isDeleted === b.isDeleted &&
    a.text === b.text &&
    a.createdAt === b.createdAt &&
    a.files.length === b.files.length &&
    a.files.every((file, index) => isSameFile(file, b.files[index]))
  )
}

function isSameFile(a: FileRecord, b: FileRecord | undefined): boolean {
  return (
    b !== undefined && a._id === b._id && a.status === b.status && a.url === b.url && a.thumbnailUrl === b.thumbnailUrl
  )
}
