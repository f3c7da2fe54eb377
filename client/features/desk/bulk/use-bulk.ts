import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { BulkAnswer } from '@vesper/sync/vesper/api/desk-bulk.ts'
import type { BulkPreview } from '@vesper/sync/vesper/api/desk-bulk.ts'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { useAskAgain } from '../../../core/api/use-ask-again.ts'
import { useAction } from '../../../ui/form/use-action.ts'
import { useRecentBulks } from './use-recent-bulks.ts'

/** So often the progress of a run is asked for. */
const PROGRESS_MS = 1_000
const ORDER: readonly BulkAnswer['state'][] = ['previewed', 'running', 'done', 'undone']

type Options = {
  /** It was run, or the run broke off. */
  onRun: () => void
  /** The server has taken the words. */
  onTaken: () => void
}

/** A decision on many: its preview, then its run with the progress, as the server tells it. */
export function useBulk({ onRun, onTaken }: Options) {
  const [answer, setAnswer] = useState<BulkAnswer | null>(null)
  const [isCalled, setCalled] = useState(false)
  const { data, mutate } = useRecentBulks()
  const preview = useAction(async (asked: Omit<BulkPreview, '_id'>) => {
    const body = { _id: v7(), ...asked }
    setAnswer(await callApi({ method: 'POST', path: '/desk/bulk/preview', body, answer: BulkAnswer }))
  })
  const apply = useAction(async (id: string) => {
    setCalled(true)
    try {
      setAnswer(await callApi({ method: 'POST', path: `/desk/bulk/${id}/run`, answer: BulkAnswer }))
      onTaken()
    } catch (error) {
      // Without an answer it goes on at the server, and the list tells how far it is.
      if (error instanceof Refusal) setCalled(false)
      throw error
    } finally {
      void mutate()
      onRun()
    }
  })
  const bulk = laterOf(answer, data?.data.find(({ _id }) => _id === answer?._id) ?? null)
  const isRunning = isCalled && (bulk?.state === 'previewed' || bulk?.state === 'running')
  useAskAgain(isRunning, () => mutate(), PROGRESS_MS)
  // Other words or another choice need another preview.
  return { bulk, preview, apply, isRunning, drop: () => setAnswer(null) }
}

/** The one of two answers that tells of a later step, or of more progress. */
function laterOf(own: BulkAnswer | null, listed: BulkAnswer | null): BulkAnswer | null {
  if (own === null || listed === null) return own
  const [a, b] = [ORDER.indexOf(own.state), ORDER.indexOf(listed.state)]
  return b > a || (b === a && listed.done > own.done) ? listed : own
}
