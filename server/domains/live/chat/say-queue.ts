import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { App } from '../../../app.ts'
import { appState } from '../../../infra/app-state.ts'
import { isDatabaseGone } from '../../../infra/database/is-database-gone.ts'
import { transact } from '../../../infra/database/transaction.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import type { Service } from '../../../infra/domain.ts'
import { Stream } from '../streams/entity.ts'
import { addLines } from './add-lines.ts'
import type { Outcome, SaidLine, StoredLine } from './add-lines.ts'
import { moderatorsOf } from './standings.ts'
import { tellHeld, tellLines } from './tell-chat.ts'
import { chatBusy } from './texts.ts'

/*
 * A message of a quiet chat is stored at once. More messages of the next 250 ms are the next batch:
 *
 *   message ──→ waiting ──→ batch: one transaction under the lock of the stream ──→ commit ──→ answers ──→ chat:batch
 *
 * Each server has a queue of its own for a stream. The lock makes one order of them.
 */

/** Between the beginnings of two batches, in milliseconds. */
const BATCH_MS = 250
/** Messages of one transaction. */
const BATCH_MAX = 200
/** Messages that wait for one stream. */
export const WAITING_MAX = 1_000

type Waiting = { line: SaidLine; actor: Actor; settle: (outcome: StoredLine) => void; fail: (error: unknown) => void }

/** The queues of streams in which somebody has just written. */
const queuesOf = appState(() => new Map<string, { waiting: Waiting[]; done: Promise<void> }>())

/** Stores a message with the next batch of its stream; resolves after the commit. Refuses what `addLines` refuses, and as
 * `rate-limited` one too many that waits. */
export function enqueue(
  app: App,
  { streamId, line, actor }: { streamId: string; line: SaidLine; actor: Actor },
): Promise<StoredLine> {
  const queues = queuesOf(app)
  const known = queues.get(streamId)
  if (known && known.waiting.length >= WAITING_MAX) return Promise.reject(chatBusy())
  return new Promise<StoredLine>((settle, fail) => {
    const one = { line, actor, settle, fail }
    if (known) return void known.waiting.push(one)
    const waiting = [one]
    queues.set(streamId, { waiting, done: work(app, streamId, waiting) })
  })
}

/** The queues of this server: streams that somebody writes in right now. */
export function openQueues(app: App): number {
  return queuesOf(app).size
}

/** A server that stops stores first what it has taken. */
export const sayQueues: Service = (app) =>
  Promise.resolve({
    async stop() {
      await Promise.all([...queuesOf(app).values()].map(({ done }) => done))
    },
  })

async function work(app: App, streamId: string, waiting: Waiting[]): Promise<void> {
  while (waiting.length > 0) {
    const pause = sleep(BATCH_MS, undefined, { ref: false })
    await write(app, streamId, nextBatch(waiting))
    await pause
  }
  queuesOf(app).delete(streamId)
}

/** A message with a photo is a batch of its own: the photo may be refused when the others are decided already. */
function nextBatch(waiting: Waiting[]): Waiting[] {
  const withPhoto = waiting.findIndex(({ line }) => line.fileId !== null)
  const end = withPhoto === -1 ? BATCH_MAX : Math.max(1, withPhoto)
  return waiting.splice(0, Math.min(end, BATCH_MAX))
}

/** Never throws: each message has its own end. */
async function write(app: App, streamId: string, batch: readonly Waiting[]): Promise<void> {
  try {
    await writeTogether(app, streamId, batch)
  } catch (error) {
    if (batch.length === 1 || isDatabaseGone(error)) {
      for (const { fail } of batch) fail(error)
      return
    }
    app.log.warn({ err: error, messages: batch.length }, 'a batch of a chat failed, and is stored one by one')
    for (const one of batch) await writeTogether(app, streamId, [one]).catch((alone: unknown) => one.fail(alone))
  }
}

async function writeTogether(app: App, streamId: string, batch: readonly Waiting[]): Promise<void> {
  const [first] = batch
  const actor = batch.length === 1 ? (first?.actor ?? null) : null
  const lines = batch.map(({ line }) => line)
  const outcomes = await transact(app, actor, (tx) => addLines(tx, streamId, lines))
  for (const [index, { settle, fail }] of batch.entries()) {
    const outcome = outcomes[index]
    if (outcome && !(outcome instanceof Refusal)) settle(outcome)
    else fail(outcome)
  }
  await tell(app, streamId, { lines, outcomes }).catch((error: unknown) => {
    app.log.error({ err: error }, 'lines of a chat were stored and not told')
  })
}

/** Tells all of the new lines; of those that are held, the creator, the moderators and the sender. */
async function tell(
  app: App,
  streamId: string,
  { lines, outcomes }: { lines: readonly SaidLine[]; outcomes: readonly Outcome[] },
): Promise<void> {
  const added = outcomes.flatMap((outcome) => (outcome instanceof Refusal || !outcome.isNew ? [] : [outcome]))
  const [shown, held] = [added.filter(({ seq }) => seq !== null), added.filter(({ seq }) => seq === null)]
  await tellLines(
    app,
    streamId,
    shown.map(({ id }) => id),
  )
  if (held.length === 0) return
  const em = app.orm.em.fork()
  const { performerId } = await em.findOneOrFail(Stream, { id: streamId })
  const keepers = [performerId, ...(await moderatorsOf(em, performerId))]
  for (const { id } of held) {
    const sender = lines.find(({ _id }) => _id === id)?.senderId ?? performerId
    await tellHeld(app, streamId, { ids: [id], userIds: [sender, ...keepers] })
  }
}
