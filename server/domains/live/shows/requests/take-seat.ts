import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { SeatRequest } from '@vesper/sync/vesper/api/live-shows.ts'
import type * as v from 'valibot'
import { requireActor } from '../../../../infra/database/require-actor.ts'
import type { Tx } from '../../../../infra/database/transaction.ts'
import { requireTokens } from '../../../money/money/charges/take.ts'
import { hold } from '../../../money/money/holds/commands.ts'
import { lockPurse } from '../../../money/money/wallets.ts'
import { lockStream, maximumOf, NO_STREAM } from '../../streams/commands.ts'
import { doorOf } from '../../streams/door.ts'
import { StreamSettings } from '../../streams/entity.ts'
import type { Stream } from '../../streams/entity.ts'
import { settingsView } from '../../streams/views.ts'
import { Show } from '../entity.ts'
import { tellShowAfter } from '../tell-show.ts'
import { requireCap, requireRate } from '../terms-of.ts'
import { CONNECT_MS, heldUntil } from './accept-show.ts'
import { insertShow, sameAs } from './request-show.ts'

/** The last minute of a group show is paid by the second: nothing is owed beyond the time. */
const NO_MINIMUM = 0
/** Seats of one fan in one show that came to nothing, or ended with the line of the fan. Each has shown some of it unpaid. */
const LOST_MAX = 5

/**
 * Takes a seat in a group show and holds its first minute. The same request again is the same seat. Refuses as `not-found` a
 * stream that the fan does not see, as `conflict` one that is no group show, is over or full, another price, and a second
 * seat, as `payment-required` a cap beyond the wallet, as `invalid` a cap below a minute.
 */
export async function takeSeat(tx: Tx, asked: v.InferOutput<typeof SeatRequest>): Promise<Show> {
  const { userId: fanId } = requireActor(tx)
  const { _id: id, streamId, cap, rateSeen } = asked
  const known = await tx.em.findOne(Show, { id })
  if (known) return sameAs(known, { fanId, streamId, kind: 'group', cap, rate: rateSeen })
  // Seats are counted in turn.
  const stream = await lockStream(tx, streamId)
  const { rate, begins } = await requireSeat(tx, stream, fanId)
  requireRate(rate, rateSeen)
  requireCap(cap, rate)
  requireTokens(await lockPurse(tx, fanId), BigInt(cap))
  const { performerId, node } = stream
  const show = tx.em.create(Show, {
    ...{ id, kind: 'group', streamId, performerId, fanId, status: 'accepted', rate, minimum: NO_MINIMUM, cap },
    ...{ minutes: Math.floor(cap / rate), held: rate, node, aliveAt: tx.now, acceptedAt: tx.now },
    // The seats that were taken before are called in by the server of the room.
    ...{ expiresAt: begins ? new Date(tx.now.getTime() + CONNECT_MS) : null, createdAt: tx.now, updatedAt: tx.now },
  })
  await insertShow(tx, 'You have a seat already.')
  await hold(tx, { id, fanId, performerId, tokens: rate, cap, expiresAt: heldUntil(tx) })
  tellShowAfter(tx, show)
  return show
}

/** The price of a minute, where the fan may take a seat now. `begins`: the group has begun, or does with this seat. */
async function requireSeat(tx: Tx, stream: Stream, fanId: string): Promise<{ rate: number; begins: boolean }> {
  const { id: streamId, performerId, kind, rate } = stream
  if (fanId === performerId) throw new Refusal('forbidden', 'You cannot pay yourself.')
  const found = await doorOf({ app: tx.app, em: tx.em }, { userId: fanId, now: tx.now }, stream)
  if (!found) throw new Refusal('not-found', NO_STREAM)
  if (found.door === 'over') throw new Refusal('conflict', 'The stream is over.')
  if (kind !== 'group' || rate == null) throw new Refusal('conflict', 'This stream is no group show.')
  await refuseLost(tx, { streamId, fanId })
  const seats = await tx.em.find(Show, { streamId, status: { $in: ['accepted', 'active'] } })
  if (seats.some((seat) => seat.fanId === fanId)) throw new Refusal('conflict', 'You have a seat already.')
  const settings = await tx.em.findOne(StreamSettings, { performerId })
  const { streamViewersMax } = await tx.app.settings.readIn(tx)
  if (seats.length >= maximumOf(stream, settings, streamViewersMax))
    throw new Refusal('conflict', 'This stream is full.')
  const isEnough = seats.length + 1 >= settingsView(settings).groupMinimum
  return { rate, begins: isEnough || (await tx.em.count(Show, { streamId, startedAt: { $ne: null } })) > 0 }
}

async function refuseLost(tx: Tx, seat: { streamId: string; fanId: string }): Promise<void> {
  const lost = await tx.em.count(Show, { ...seat, $or: [{ status: ['failed', 'canceled'] }, { lostSide: 'fan' }] })
  if (lost >= LOST_MAX) throw new Refusal('conflict', 'You were in and out of this show too often.')
}
