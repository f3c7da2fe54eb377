import { useLiveQuery } from 'dexie-react-hooks'
import { sendingOf } from '../sync/delivery-state.ts'
import { SendingWord } from '../sync/delivery-state-label.tsx'
import { useSync } from '../sync/sync-provider.tsx'

/** Says so where a step of the order is on this device alone, or was refused. */
export function OrderSending({ orderId }: { orderId: string }) {
  const { db } = useSync()
  const sending = useLiveQuery(
    async () => sendingOf(await db.outbox.where('lane').equals(`order:${orderId}`).sortBy('order')),
    [db, orderId],
  )
  return (
    <p role="status" className="text-sm empty:absolute">
      {sending && sending.kind !== 'done' && <SendingWord sending={sending} />}
    </p>
  )
}
