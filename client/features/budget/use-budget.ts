import { NO_BUDGET } from '@vesper/sync/vesper/records/budget.ts'
import type { Budget } from '@vesper/sync/vesper/records/budget.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { $contents } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

/**
 * The limits as the server last told them to this device, also without a connection; undefined while they are being read, and
 * while the device does not hold what the account has. `keep` takes those of an answer, which may be ahead of the device.
 */
export function useBudget(): { budget: Budget | undefined; keep: (answered: Budget) => void } {
  const { db } = useSync()
  const [user, contents] = useUnit([$user, $contents])
  const [answered, keep] = useState<Budget | null>(null)
  const account = user?._id ?? ''
  const none = contents === 'here' ? NO_BUDGET : undefined
  const held = useLiveQuery(async () => {
    const wallet = await db.wallets.get(account)
    return wallet ? (wallet.budget ?? NO_BUDGET) : none
  }, [db, account, none])
  return { budget: answered && answered.version > (held?.version ?? 0) ? answered : held, keep }
}
