import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { tabOf } from './sale-tabs.ts'
import type { SaleTab } from './sale-tabs.ts'

/** The sales of the account, by tab; undefined while they are being read. */
export function useSales(): Record<SaleTab, Order[]> | undefined {
  const { db } = useSync()
  return useLiveQuery(async () => {
    const sales: Record<SaleTab, Order[]> = { todo: [], shipped: [], done: [] }
    for (const sale of await db.sales.toArray()) sales[tabOf(sale)].push(sale)
    // Orders that wait longest come first; of the others the latest.
    sales.todo.sort((a, b) => a.paidAt.localeCompare(b.paidAt))
    for (const tab of ['shipped', 'done'] as const) sales[tab].sort((a, b) => b.paidAt.localeCompare(a.paidAt))
    return sales
  }, [db])
}
