import type { Wallet } from '@vesper/sync/vesper/records/wallet.ts'
import { useUnit } from 'effector-react'
import { $contents } from '../../core/connection/model.ts'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'

type Shown = Pick<Wallet, 'balance' | 'granted' | 'held' | 'debt'>

const empty: Shown = { balance: 0, granted: 0, held: 0, debt: 0 }

/**
 * The wallet as the server last told it to this device. Undefined while it is being read, and while the device does not hold
 * what the account has: nobody is told of 0 tokens who has some.
 */
export function useWallet(): Shown | undefined {
  const { db } = useSync()
  const [user, contents] = useUnit([$user, $contents])
  const account = user?._id ?? ''
  const none = contents === 'here' ? empty : undefined
  return useLiveQuery(async () => (await db.wallets.get(account)) ?? none, [db, account, none])
}
