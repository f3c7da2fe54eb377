import type { Message } from '@vesper/sync/vesper/records/message.ts'
import type { Receipts } from '../send-state.ts'

/** The newest own messages that were read, and that have arrived: these say so in words for all to see. */
export type LatestReceipts = { seenId: string | null; deliveredId: string | null }

/** @param ascending messages by `seq`, pending ones last. */
export function latestReceipts(
  ascending: readonly Message[],
  viewerId: string,
  { recipientReadSeq, recipientDeliveredSeq = 0 }: Receipts,
): LatestReceipts {
  const [oldest] = ascending
  const newestUpTo = (seq: number) =>
    // With every message the thread is looked through from its end: not the whole of it for nothing.
    oldest === undefined || seq < oldest.seq
      ? null
      : (ascending.findLast((message) => message.senderId === viewerId && message.seq <= seq)?._id ?? null)
  return { seenId: newestUpTo(recipientReadSeq), deliveredId: newestUpTo(recipientDeliveredSeq) }
}
