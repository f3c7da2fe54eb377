import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalKind } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Source } from '../../../infra/database/transaction.ts'
import type { RtcRole } from '../../../infra/rtc/stream-engine.ts'
import { noStream } from './commands.ts'
import { doorOf, WAITING } from './door.ts'
import type { Door } from './door.ts'
import type { Stream } from './entity.ts'

/**
 * Refuses an account that may not take part in a stream in this role: as `not-found` who may not know of it, as
 * `payment-required` with the price, as `forbidden` who has to follow or subscribe first and all but the creator who would
 * publish, as `conflict` where there is no place or the stream is over, as `unavailable` a viewer whose group show has not begun.
 */
export async function requireEntry(
  source: Source,
  stream: Stream,
  { userId, role }: { userId: string; role: RtcRole },
): Promise<void> {
  const found = await doorOf(source, { userId, now: source.app.clock() }, stream)
  if (!found) throw noStream()
  const { door } = found
  if (door !== 'over' && role === 'publish' && userId !== stream.performerId) {
    throw new Refusal('forbidden', 'Only its creator can broadcast in this stream.')
  }
  if (door !== 'open') throw doorRefusal(door, stream)
  if (role === 'view' && stream.kind === 'group') await refuseWaiting(source, stream, userId)
}

/** The refusal of somebody before a door that is closed. */
export function doorRefusal(door: Exclude<Door, 'open'>, stream: Pick<Stream, 'price' | 'rate'>): Refusal {
  const { kind, text } = closed[door]
  const price = priceAt(door, stream)
  return new Refusal(kind, text, price === null ? undefined : [{ path: 'price', message: String(price) }])
}

/** Nobody pays before a group show begins: so nobody sees its picture. The chat is open meanwhile. */
async function refuseWaiting({ em }: Source, { id }: Stream, userId: string): Promise<void> {
  const seats = await em.execute<object[]>(
    `select 1 from show sh where sh.stream_id = ? and sh.fan_id = ? and ${WAITING}`,
    [id, userId],
  )
  if (seats.length > 0) throw new Refusal('unavailable', 'This show begins once enough fans have a seat.')
}

/** The price of a door in tokens: of a ticket, or of a minute; null where nothing is paid. */
export function priceAt(door: Door, { price, rate }: Pick<Stream, 'price' | 'rate'>): number | null {
  if (door === 'pay') return price ?? null
  return door === 'rate' ? (rate ?? null) : null
}

const closed: Readonly<Record<Exclude<Door, 'open'>, { kind: RefusalKind; text: string }>> = {
  pay: { kind: 'payment-required', text: 'Buy a ticket to watch this stream.' },
  rate: { kind: 'payment-required', text: 'Take a seat to watch this show. Each minute is paid.' },
  subscribe: { kind: 'forbidden', text: 'Subscribe to the creator to watch this stream.' },
  follow: { kind: 'forbidden', text: 'Follow the creator to watch this stream.' },
  full: { kind: 'conflict', text: 'This stream is full.' },
  over: { kind: 'conflict', text: 'The stream is over.' },
}
