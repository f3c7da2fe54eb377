import { DeviceFull } from '../core/device-full.ts'
import { selectBatch } from '../core/select-batch.ts'
import type { Selection } from '../core/select-batch.ts'
import type { SyncRequest, WireMutation } from '../protocol/sync-request.ts'
import { PROTOCOL_VERSION } from '../protocol/version.ts'
import type { OutboxRecord, SpaceRecord, StoreTx, Upload } from '../store.ts'
import { openTurn, readIdentity } from './identity.ts'
import type { Identity } from './identity.ts'
import { doubtfulBy, rejectDoubtful } from './reject-doubtful.ts'
import type { Replica } from './replica.ts'

/** `takenAt`: the engine's clock, in milliseconds. `doubtful`: something waits that is not sent unless its author says so. */
export type Batch = { request: SyncRequest; sent: OutboxRecord[]; takenAt: number; doubtful: boolean }

/** The limits of a request; `pushes`: the request carries something that is not queued in any case. */
export type BatchLimits = Pick<Selection, 'window' | 'now' | 'maxBytes'> & { pushes?: boolean }

/** The next request, its mutations marked as being sent. Several tabs may take the same ones: the server applies each once. */
export async function takeBatch(replica: Replica, limits: BatchLimits): Promise<Batch> {
  const batch = await replica.store.write('relaxed', 'outbox', async (tx) =>
    takeBatchOf(tx, replica, { ...limits, sources: await readSources(replica, tx) }),
  )
  if (batch.doubtful) await askAuthors(replica)
  return batch
}

/** [TIME-2] A doubtful mutation waits for its author. On a full device it waits as it is, and holds up nothing. */
async function askAuthors(replica: Replica): Promise<void> {
  try {
    await replica.store.write('strict', 'replica', (tx) => rejectDoubtful(replica, tx, doubtfulBy(replica.now())))
    replica.log({ level: 'warn', message: 'what came back is too old to be sent unasked' })
  } catch (cause) {
    if (!(cause instanceof DeviceFull)) throw cause
  }
}

/** The sources of a request, as they stand in the database. */
export type Sources = { identity: Identity; uploads: Upload[]; outbox: OutboxRecord[]; spaces: SpaceRecord[] }

export async function readSources(replica: Replica, tx: StoreTx): Promise<Sources> {
  const [identity, uploads, outbox, spaces] = await Promise.all([
    readIdentity(replica, tx),
    tx.uploads.all(),
    tx.outbox.all(),
    tx.spaces.all(),
  ])
  return { identity, uploads, outbox, spaces }
}

/** The same in a transaction that is under way and has read `sources`; it holds `outbox` or more. */
export async function takeBatchOf(
  tx: StoreTx,
  replica: Replica,
  { sources, window, now, maxBytes, pushes = false }: BatchLimits & { sources: Sources },
): Promise<Batch> {
  const { identity, uploads, outbox, spaces } = sources
  const filesLeft = new Set(uploads.filter(({ state }) => state !== 'sent').map(({ fileId }) => fileId))
  const isDoubtful = doubtfulBy(replica.now())
  const own = outbox.filter((record) => record.owner === replica.account && !isDoubtful(record))
  const filesSent = ({ name, args }: OutboxRecord) => replica.model.files(name, args).every((id) => !filesLeft.has(id))
  const sent = selectBatch({ records: own, window, now, filesSent, ...(maxBytes !== undefined && { maxBytes }) }).map(
    asSending,
  )
  const cursor = Object.fromEntries(spaces.map(({ space, version }) => [space, version]))
  const schema = sent[0]?.schema ?? replica.model.schema
  const [{ isCopy, ...whose }] = await Promise.all([
    sent.length > 0 || pushes ? openTurn(replica, tx, identity) : identity,
    sent.length > 0 && tx.outbox.put(sent),
  ])
  const left = own.filter(({ state }) => state !== 'rejected').length - sent.length
  const waits = left > 0 ? { left } : !isCopy && sent.length > 0 && { all: true as const }
  const about = { protocol: PROTOCOL_VERSION, schema, account: replica.account, ...whose, ...waits }
  const request = { ...about, cursor, mutations: sent.map(asWire) }
  return { request, sent, takenAt: now, doubtful: outbox.some(isDoubtful) }
}

/** Mutations of a request without outcomes wait again. */
export async function releaseBatch(replica: Replica, sent: OutboxRecord[]): Promise<void> {
  await rewrite(replica, sent, (record) => (record.state === 'sending' ? asWaiting(record) : null))
}

/** A batch that was taken and never sent is restored: the server knows nothing of it. */
export async function returnBatch(replica: Replica, sent: OutboxRecord[]): Promise<void> {
  await rewrite(replica, sent, (record) => {
    if (record.state === 'rejected') return null
    return { ...(record.state === 'sending' ? asWaiting(record) : record), attempts: record.attempts - 1 }
  })
}

/** Puts `next` in the place of each record that is still there; null leaves it as it is. */
async function rewrite(
  replica: Replica,
  sent: OutboxRecord[],
  next: (record: OutboxRecord) => OutboxRecord | null,
): Promise<void> {
  if (sent.length === 0) return
  await replica.store.write('relaxed', 'outbox', async (tx) => {
    const records = await tx.outbox.getMany(sent.map(({ order }) => order))
    await tx.outbox.put(records.flatMap((record) => (record && next(record)) ?? []))
  })
}

function asWaiting(record: OutboxRecord): OutboxRecord {
  return { ...record, state: 'waiting' }
}

function asSending(record: OutboxRecord): OutboxRecord {
  return { ...record, state: record.state === 'cancelling' ? 'cancelling' : 'sending', attempts: record.attempts + 1 }
}

function asWire({ id, lane, name, args, state }: OutboxRecord): WireMutation {
  return state === 'cancelling' ? { id, lane, name, args, cancelled: true } : { id, lane, name, args }
}
