import { BulkList } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useDeskAnswer } from '../use-desk-answer.ts'

/** The own decisions on many of the last day. */
export function useRecentBulks() {
  return useDeskAnswer('/desk/bulk', BulkList)
}
