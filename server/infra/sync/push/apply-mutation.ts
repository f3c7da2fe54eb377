import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { afterPush } from '@vesper/sync/engine/core/device-turn.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { WireMutation } from '@vesper/sync/engine/protocol/sync-request.ts'
import type { App } from '../../../app.ts'
import { transact } from '../../database/transaction.ts'
import type { Actor, Tx } from '../../database/transaction.ts'
import { isUnstorable, UNSTORABLE } from '../../database/unstorable.ts'
import type { Prepared } from '../mutation-handlers.ts'
import { lockDevice } from './device-lock.ts'
import type { DeviceKey } from './device-lock.ts'
import { enterOutcome, enterOutcomes, outcomesOf, renewEntries } from './ledger.ts'
import type { Rejection } from './ledger.ts'

const ATTEMPTS = 3

export type Push = { app: App; actor: Actor; device: DeviceKey }

/**
 * [LEDGER-1] Decides a mutation once: its effects and its ledger entry are one transaction, under the device's lock. A
 * refusal rolls the effects back and is entered by a transaction of its own, under the same lock and after another look
 * into the ledger: whatever was entered first stands.
 *
 * Resolves once an outcome stands in the ledger; rejects when none could be had (the database is away, a bug), and then
 * nothing of it was applied.
 */
export async function applyMutation(
  push: Push,
  mutation: WireMutation,
  prepared: Prepared | { invalid: string },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await decide(push, mutation, prepared)
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException) || attempt === ATTEMPTS) throw error
    }
  }
}

/**
 * [LEDGER-4] Decides mutations of one lane by one transaction: each with its ledger entry, or, when anything stands in the
 * way of any, none. Resolves to false then: each is to be decided by itself.
 */
export async function applyTogether(
  push: Push,
  mutations: readonly { sent: WireMutation; prepared: Prepared | { invalid: string } }[],
): Promise<boolean> {
  const plain = mutations.flatMap(({ sent, prepared }) =>
    'run' in prepared && !sent.cancelled ? { sent, prepared } : [],
  )
  if (plain.length < mutations.length) return false
  try {
    await transact(push.app, push.actor, (tx) => runTogether(tx, push, plain))
    return true
  } catch (error) {
    push.app.log.debug({ err: error }, 'mutations are decided one by one')
    return false
  }
}

async function runTogether(
  tx: Tx,
  push: Push,
  mutations: readonly { sent: WireMutation; prepared: Prepared }[],
): Promise<void> {
  await lockDevice(tx, push.device)
  const ids = mutations.map(({ sent }) => sent.id)
  const known = await outcomesOf(tx.em, ids, push.device.accountId)
  if (known.size > 0) await renewEntries(tx.em, push.device, [...known.keys()])
  const undecided = mutations.filter(({ sent }) => !known.has(sent.id))
  // The database may object to one of them as late as at the end: then nothing of it stays.
  const unflushed: Tx = { ...tx, flush: () => Promise.resolve() }
  for (const [index, { sent, prepared }] of undecided.entries()) {
    await prepared.run(unflushed)
    // Commands of one kind know of each other; another may read by SQL what these have made.
    if (undecided[index + 1]?.sent.name !== sent.name) await tx.em.flush()
  }
  const entries = undecided.map(({ sent }) => entryOf(push, sent))
  await enterOutcomes(tx, entries)
}

async function decide(push: Push, mutation: WireMutation, prepared: Prepared | { invalid: string }): Promise<void> {
  if (mutation.cancelled) return enter(push, mutation, { kind: 'cancelled', message: 'You took this back.' })
  if ('invalid' in prepared) return enter(push, mutation, { kind: 'invalid', message: prepared.invalid })
  try {
    await once(push, mutation, async (tx) => {
      await prepared.run(tx)
      await enterOutcome(tx, entryOf(push, mutation))
    })
  } catch (error) {
    const rejection = rejectionOf(error)
    if (!rejection) throw error
    await enter(push, mutation, rejection)
  }
}

function enter(push: Push, mutation: WireMutation, rejection: Rejection): Promise<void> {
  return once(push, mutation, (tx) => enterOutcome(tx, entryOf(push, mutation), rejection))
}

/** Does `work` unless the ledger has the mutation already. */
function once(push: Push, mutation: WireMutation, work: (tx: Tx) => void | Promise<void>): Promise<void> {
  return transact(push.app, push.actor, async (tx) => {
    await lockDevice(tx, push.device)
    const known = await outcomesOf(tx.em, [mutation.id], push.device.accountId)
    if (known.size === 0) await work(tx)
    else await renewEntries(tx.em, push.device, [mutation.id])
  })
}

function entryOf(push: Push, { id, name, lane }: WireMutation) {
  const { accountId, deviceId } = push.device
  const words = { name: storable(name), lane: storable(lane) }
  return { id, ...words, accountId, deviceId, turn: afterPush(push.device).turn }
}

/** PostgreSQL keeps every character but this one. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '')
}

/** The kinds that are refused for good; another attempt may succeed with the others. */
function rejectionOf(error: unknown): Rejection | null {
  if (error instanceof Refusal && error.isFinal) return { kind: error.kind, message: error.message }
  return isUnstorable(error) ? { kind: 'invalid', message: UNSTORABLE } : null
}
