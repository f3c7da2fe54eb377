import type { Progress, Verified } from '@vesper/sync/engine/verify/verify.ts'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import type { Sync } from '../../core/sync/sync-provider.tsx'
import { verifySummaryOf } from './verify-summary.ts'
import type { VerifySummary } from './verify-summary.ts'

export type VerifyState =
  | { state: 'idle' }
  | { state: 'running'; progress: Progress }
  | { state: 'done'; summary: VerifySummary }
  | { state: 'failed'; message: string }

/** Compares what is kept here with the server, when it is asked to. */
export function useVerify(onDone: () => void): { check: VerifyState; begin: () => void } {
  const sync = useSync()
  const [check, setCheck] = useState<VerifyState>({ state: 'idle' })
  const begin = () => {
    setCheck({ state: 'running', progress: { done: 0, of: 0 } })
    compare(sync, (progress) => setCheck({ state: 'running', progress }))
      .then((verified) => setCheck({ state: 'done', summary: verifySummaryOf(verified) }))
      .catch((error: unknown) => setCheck({ state: 'failed', message: errorMessage(error) }))
      .finally(onDone)
  }
  return { check, begin }
}

/** Loaded as it is needed: from here, the engine would be put in another order, in which it compresses worse. */
async function compare(sync: Sync, onProgress: (progress: Progress) => void): Promise<Verified> {
  const { verify } = await import('@vesper/sync/engine/verify/verify.ts')
  return verify(sync, onProgress)
}
