import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../../app.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { RtcPeer } from '../../../../infra/rtc/stream-engine.ts'
import { extendHold } from '../../../money/money/holds/commands.ts'
import { Wallet } from '../../../money/money/wallet.ts'
import { Show } from '../entity.ts'
import { lockShow } from '../lock-show.ts'
import { heldUntil } from '../requests/accept-show.ts'
import { requireStep } from '../require-step.ts'
import { tellShow } from '../tell-show.ts'
import { endNow } from './follow-show.ts'
import { areThere, dueFor, leftOf, openMeter, secondsOf, stepMeter } from './meter.ts'
import type { Ages, Meter } from './meter.ts'
import type { OpenShow } from './open-shows.ts'
import { meterClock, ownMeters } from './own-meters.ts'
import type { OwnMeter } from './own-meters.ts'

/** Seconds are stored so often, and both sides told, in milliseconds. */
const STORE_EVERY_MS = 5_000
/** A wallet that could not hold the next minute is asked again after so long, in milliseconds. */
const ASK_EVERY_MS = 3_000

type Metered = Pick<OpenShow, 'id' | 'streamId' | 'performerId' | 'fanId' | 'status' | 'kind' | 'isWaiting'>

/** Looks at the room of a show of this server: begins it once both are there, then counts, holds, stores, tells and ends. */
export async function runMeter(app: App, show: Metered): Promise<void> {
  const ages = await agesOf(app, show)
  const own = ownMeters(app).get(show.id)
  if (show.status === 'accepted') {
    const isCalled = show.kind === 'private' || !show.isWaiting
    if (!own && isCalled && areThere(ages)) await begin(app, show, ages)
    return
  }
  if (!own) return
  const now = meterClock(app).now()
  const { meter, end, hold } = stepMeter(own.meter, { now, ...ages })
  own.meter = meter
  if (end) {
    await endNow(app, show.id, end)
    return
  }
  if (hold !== null && (own.askedAt === null || now - own.askedAt >= ASK_EVERY_MS)) await holdMore(app, show.id, hold)
  await storeAndTell(app, show.id)
}

async function agesOf(app: App, { streamId, performerId, fanId }: Metered) {
  const peers = streamId === null ? [] : ((await app.rtc.room(streamId))?.peers ?? [])
  return {
    publisherMs: newest(peers, { role: 'publish', userId: performerId }),
    viewerMs: newest(peers, { role: 'view', userId: fanId }),
  }
}

/** The age of the latest packet of one account in a role; null for none. */
function newest(peers: readonly RtcPeer[], { role, userId }: Pick<RtcPeer, 'role' | 'userId'>): number | null {
  const ages = peers.flatMap((one) =>
    one.role === role && one.userId === userId && one.silentMs !== null ? one.silentMs : [],
  )
  return ages.length === 0 ? null : Math.min(...ages)
}

async function begin(app: App, show: Metered, ages: Omit<Ages, 'now'>): Promise<void> {
  const { id } = show
  const now = meterClock(app).now()
  const begun = await transact(app, null, async (tx) => {
    const row = await lockShow(tx, id)
    if (row?.status !== 'accepted') return null
    requireStep(row.status, 'active')
    tx.em.assign(row, { status: 'active', expiresAt: null, startedAt: tx.now, aliveAt: tx.now, updatedAt: tx.now })
    await tx.flush()
    const wallet = await tx.em.findOne(Wallet, { userId: row.fanId })
    return openMeter(row, { held: row.held, spendable: wallet?.balance ?? 0 })
  })
  if (!begun) return
  // The list of shows is read anew in a moment; the meter counts from now.
  show.status = 'active'
  ownMeters(app).set(id, { meter: stepMeter(begun, { now, ...ages }).meter, storedAt: now, askedAt: null, told: '' })
  await tellShow(app, id)
}

/** Holds the next minute; a wallet that has it not makes the balance low. */
async function holdMore(app: App, id: string, tokens: number): Promise<void> {
  const own = ownMeters(app).get(id)
  if (!own) return
  own.askedAt = meterClock(app).now()
  try {
    const spendable = await transact(app, null, async (tx) => {
      const show = await lockShow(tx, id)
      if (show?.status !== 'active') return null
      await extendHold(tx, { id, tokens, expiresAt: heldUntil(tx) })
      tx.em.assign(show, { held: tokens, lowBalance: false, updatedAt: tx.now })
      await tx.flush()
      return (await tx.em.findOne(Wallet, { userId: show.fanId }))?.balance ?? 0
    })
    if (spendable !== null) own.meter = { ...own.meter, held: tokens, spendable, isLow: false }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    own.meter = { ...own.meter, spendable: 0, isLow: true }
  }
}

/** Stores the seconds when it is time, or when something has changed for the two; then both are told. */
async function storeAndTell(app: App, id: string): Promise<void> {
  const own = ownMeters(app).get(id)
  if (!own) return
  const now = meterClock(app).now()
  const state = stateOf(own)
  if (state === own.told && now - own.storedAt < STORE_EVERY_MS) return
  if (!(await storeSeconds(app, id, own.meter))) return
  Object.assign(own, { storedAt: now, told: state })
  await tellShow(app, id)
}

/** The part of a show that both sides hear of at once when it changes. */
function stateOf({ meter }: OwnMeter): string {
  return [meter.held, meter.isLow, meter.lostAt !== null, leftOf(meter) !== null].join()
}

/** Stores the seconds of a show, which is its sign of life; false for one that is over. */
export async function storeSeconds(app: App, id: string, meter: Meter): Promise<boolean> {
  const seconds = secondsOf(meter)
  const stored = await transact(app, null, (tx) =>
    tx.em.nativeUpdate(
      Show,
      { id, status: 'active' },
      {
        ...{ seconds, charged: dueFor(meter, seconds), lowBalance: meter.isLow, aliveAt: tx.now, updatedAt: tx.now },
      },
    ),
  )
  return stored > 0
}
