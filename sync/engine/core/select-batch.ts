import type { OutboxRecord } from './outbox-record.ts'
import { bytesOf } from './request-pacing.ts'
import type { SendWindow } from './send-window.ts'

export type Selection = {
  /** The outbox, in order. */
  records: OutboxRecord[]
  window: SendWindow
  now: number
  /** About the size limit of the batch; its first mutation is sent whatever its size. */
  maxBytes?: number
  /** True when the server holds all files that the mutation names. */
  filesSent: (record: OutboxRecord) => boolean
}

/**
 * The mutations of the next request, in order. From each lane it takes a part without gaps from its head, so that no
 * mutation overtakes an earlier one of its lane; a rejected one has its outcome and holds up nothing. All of one request
 * are of one schema version.
 */
export function selectBatch(selection: Selection): OutboxRecord[] {
  const { records, window } = selection
  const shared = take(selection, { limit: window.limit, may: (lane) => !window.isAlone(lane) })
  if (shared.length > 0 || window.limit === 0) return shared
  const head = records.find((record) => window.isAlone(record.lane) && isReady(selection, record))
  return head ? take(selection, { limit: 1, may: (lane) => lane === head.lane }) : []
}

function take(selection: Selection, { limit, may }: { limit: number; may: (lane: string) => boolean }): OutboxRecord[] {
  const { maxBytes = Number.POSITIVE_INFINITY } = selection
  const batch: OutboxRecord[] = []
  let bytes = 0
  const closed = new Set<string>()
  for (const record of selection.records) {
    if (batch.length >= limit) break
    if (record.state === 'rejected' || closed.has(record.lane)) continue
    const fits = may(record.lane) && record.schema === (batch[0] ?? record).schema && isReady(selection, record)
    if (!fits) {
      closed.add(record.lane)
      continue
    }
    bytes += bytesOf(record)
    if (batch.length > 0 && bytes > maxBytes) break
    batch.push(record)
  }
  return batch
}

function isReady({ window, now, filesSent }: Selection, record: OutboxRecord): boolean {
  if (record.state === 'rejected' || window.isDelayed(record.lane, now)) return false
  return record.state === 'cancelling' || filesSent(record)
}
