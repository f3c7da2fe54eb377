import type { Message } from '@vesper/sync/records/message.ts'
import type { Receipts } from './send-state.ts'

/** The newest own messages that were read, and that have arrived: these say so in words for all to see. */
export type NewestReached = { seenId: string | null; deliveredId: string | null }

/** @param ascending messages by `seq`, pending ones last. */
export function newestReached(
  ascending: readonly Message[],
  viewerId: string,
  { recipientReadSeq, recipientDeliveredSeq = 0 }: Receipts,
): NewestReached {
  const newestUpTo = (seq: number) =>
    ascending.findLast((message) => message.senderId === viewerId && message.seq <= seq)?._id ?? null
  return { seenId: newestUpTo(recipientReadSeq), deliveredId: newestUpTo(recipientDeliveredSeq) }
}
