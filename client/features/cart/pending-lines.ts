import type { OutboxRecord } from '@vesper/sync/engine/store.ts'

/** `waiting`: products whose line is on its way to the server. `refused`: how many changes of the cart were not taken. */
export type PendingLines = { waiting: ReadonlySet<string>; refused: number }

/** The effect of queued mutations on the lines of the cart. */
export function pendingLines(records: readonly OutboxRecord[]): PendingLines {
  const waiting = new Set<string>()
  let refused = 0
  for (const { args, state } of records) {
    const { productId } = (args ?? {}) as { productId?: string }
    if (state === 'rejected') refused += 1
    else if (productId) waiting.add(productId)
  }
  return { waiting, refused }
}
