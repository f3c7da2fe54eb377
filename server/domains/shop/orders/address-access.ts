import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Order } from './entity.ts'
import { isAddressOpen } from './views.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Accesses of one day that a process remembers, so that it notes each once. */
const NOTED_MAX = 100_000

const notedBy = appState(() => ({ day: 0, keys: new Set<string>() }))

/**
 * Notes that a seller, or a device of the seller, was given the addresses of these orders: once a day and order. The answer
 * does not wait for it.
 */
export function noteAddressAccess(app: App, actorId: string, orders: readonly Order[]): void {
  const at = app.clock()
  const noted = notedBy(app)
  const day = Math.floor(at.getTime() / DAY_MS)
  if (noted.day !== day || noted.keys.size >= NOTED_MAX) Object.assign(noted, { day, keys: new Set() })
  const fresh = orders.filter((order) => order.address != null && isAddressOpen(order, at) && !noted.keys.has(order.id))
  if (fresh.length === 0) return
  for (const { id } of fresh) noted.keys.add(id)
  const ids = `{${fresh.map(({ id }) => id).join()}}`
  void transact(app, null, ({ em }) =>
    em.execute(
      `insert into order_address_access (order_id, actor_id, day, at)
       select id, ?::uuid, (?::timestamptz at time zone 'UTC')::date, ? from unnest(?::uuid[]) as id
       on conflict do nothing`,
      [actorId, at, at, ids],
    ),
  ).catch((error: unknown) => app.log.error({ err: error }, 'an access to addresses could not be noted'))
}
