import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Table } from 'dexie'
import { nextGap } from './next-gap.ts'
import type { NextGap } from './next-gap.ts'

export type MessageTable = Table<Message, string>

/** The index that orders the messages of a conversation. */
export const BY_SEQ = '[conversationId+seq]'

/** `rows`, ascending: empty for a hole. */
export type Below = NextGap & { rows: Message[] }

/** `rows`: as many as are held without a gap; `hole`: as many as are missing without one. */
export type Most = { rows: number; hole: number }

/** Reads the messages of one conversation from this device, by their `seq`. */
export function messageReader(table: MessageTable, conversationId: string) {
  const within = (from: number, to: number) =>
    table.where(BY_SEQ).between([conversationId, from], [conversationId, to], true, true)
  return {
    /** Both ends included; ascending. */
    range: (from: number, to: number): Promise<Message[]> => within(from, to).toArray(),
    /** Descending. */
    newest: (count: number): Promise<Message[]> => within(0, Infinity).reverse().limit(count).toArray(),
    /** The range right below `before`, a page of rows or of a hole at most. */
    async below(before: number, most: Most): Promise<Below> {
      const read = await within(Math.max(1, before - most.rows), before - 1).toArray()
      const { kind, from, to } = nextGap(
        before,
        read.map(({ seq }) => seq),
        most.rows,
      )
      if (kind === 'hole') return { kind, from: Math.max(from, before - most.hole), to, rows: [] }
      return { kind, from, to, rows: read.filter(({ seq }) => seq >= from) }
    },
  }
}
