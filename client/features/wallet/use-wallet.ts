import type { Wallet } from '@vesper/sync/vesper/records/wallet.ts'
import { useUnit } from 'effector-react'
import { useLiveQuery } from 'dexie-react-hooks'
import { $user } from '../../core/session/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'

type Shown = Pick<Wallet, 'balance' | 'granted' | 'held' | 'debt'>

const empty: Shown = { balance: 0, granted: 0, held: 0, debt: 0 }

/** The wallet as the server last told it to this device; undefined while it is being read. */
export function useWallet(): Shown | undefined {
  const { db } = useSync()
  const account = useUnit($user)?._id ?? ''
  return useLiveQuery(async () => (await db.wallets.get(account)) ?? empty, [db, account])
}
