import { isConfirmed, MESSAGE_EDIT_MS } from '@vesper/sync/vesper/records/message.ts'
import type { Message } from '@vesper/sync/vesper/records/message.ts'

/** Tells if an own message can have other words, as far as this device knows; the server decides by its own clock. */
export function isEditable(message: Message, now: number): boolean {
  const { isDeleted, isHidden, sale, tip, origin, createdAt } = message
  if (!isConfirmed(message) || isDeleted || isHidden || sale?.boughtAt || tip || origin) return false
  return now - Date.parse(createdAt) <= MESSAGE_EDIT_MS
}
