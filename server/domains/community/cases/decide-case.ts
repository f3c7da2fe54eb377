import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DecisionKind } from '@vesper/sync/vesper/api/cases.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { noCase } from './case-detail.ts'
import { decide } from './decide.ts'
import type { Decided } from './decide.ts'
import { Case, Decision } from './entity.ts'
import { joinCase } from './join-case.ts'
import { keepEvidence } from './keep-evidence.ts'
import { Report } from './reports/entity.ts'
import { noteUnfounded } from './reports/note-unfounded.ts'
import { thingOf } from './thing-of.ts'
import type { ThingId } from './thing-of.ts'
import { thingVersion } from './thing-version.ts'
import { whyNotCase } from './why-not.ts'

const WORDS: Readonly<Record<DecisionKind, string>> = {
  ...{ none: 'no breach', warn: 'warned', hide: 'hidden', restrict: 'restricted' },
  ...{ suspend: 'suspended', restore: 'restored' },
}

type DecidedOnCase = Decided & { version: number; isUnfounded?: boolean }

/**
 * Decides a case; the same `_id` again is the same decision. `version`: of the case, as the person saw it.
 * `isUnfounded`: the reports without a breach had no reason at all. Refusals:
 * `not-found`; `conflict` where somebody has decided since, or closed it; `forbidden` on the own account, content or report; and
 * those of `decide`.
 */
export async function decideCase(tx: Tx, id: string, asked: DecidedOnCase): Promise<Decision> {
  const one = await lockCase(tx, id)
  const same = await sameDecision(tx, asked)
  if (same) return same
  if (one.version !== asked.version) throw await decidedAlready(tx, { caseId: id })
  requireOpen(one)
  await requireOthers(tx, one)
  if (asked.isUnfounded === true && asked.kind === 'none') await noteUnfounded(tx, id)
  return decide(tx, one, asked)
}

type DecidedOnThing = Omit<Decided, 'version'> & { version?: number | undefined }

/**
 * Decides on a thing without a report: opens a case of staff, or joins the one that is open. The same `_id` again is the same
 * decision. `version`: of the thing, as the person saw it; nothing is compared without one. Refuses as `decideCase`, and as
 * `not-found` a thing that is not there.
 */
export async function decideThing(tx: Tx, thing: ThingId, asked: DecidedOnThing): Promise<Decision> {
  const same = await sameDecision(tx, asked)
  if (same) return same
  const { ownerId, snapshot } = await thingOf(tx, thing)
  const about = { objectType: thing.type, objectId: thing.id, targetUserId: ownerId }
  const one = await joinCase(tx, { ...about, source: 'staff', category: null, text: snapshot.text })
  await requireOthers(tx, one)
  // Answers to appeals wait here, too.
  await lock(tx, 'decisions', ownerId)
  if (asked.version !== undefined && asked.version !== (await thingVersion(tx.em, thing.id)))
    throw await decidedAlready(tx, { objectId: thing.id })
  await keepEvidence(tx, one, snapshot)
  return decide(tx, one, asked)
}

/** A case under its lock. Refuses as `not-found`. */
export async function lockCase(tx: Tx, id: string): Promise<Case> {
  const one = await tx.em.findOne(Case, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (!one) throw noCase()
  return one
}

/** Refuses as `conflict` a case that is closed. */
export function requireOpen({ state }: Case): void {
  if (state === 'closed') throw new Refusal('conflict', 'This case is closed.')
}

/** Refuses as `forbidden` staff whom the case concerns. The operator of the machine is none of its accounts. */
export async function requireOthers(tx: Tx, one: Case): Promise<void> {
  if (!tx.actor) return
  const own = await tx.em.find(Report, { caseId: one.id, reporterId: tx.actor.userId }, { limit: 1 })
  const whyNot = whyNotCase(one, own.length > 0 ? [tx.actor.userId] : [], tx.actor.userId)
  if (whyNot !== null) throw new Refusal('forbidden', whyNot)
}

/** The refusal of somebody who has looked at a case, or a thing, before another person decided. */
export async function decidedAlready(tx: Tx, about: { caseId: string } | { objectId: string }): Promise<Refusal> {
  const last = await tx.em.findOne(Decision, about, { orderBy: { createdAt: 'desc', id: 'desc' } })
  if (!last) return new Refusal('conflict', 'This case has changed. Look again.')
  const at = last.createdAt.toISOString().slice(0, 16).replace('T', ' ')
  const decided = `${WORDS[last.kind]}.`
  return new Refusal('conflict', ['Decided', at, 'UTC:', decided].join(' '))
}

async function sameDecision(tx: Tx, { _id, kind, facts }: Decided): Promise<Decision | null> {
  const known = await tx.em.findOne(Decision, { id: _id })
  if (!known) return null
  const isSame = known.kind === kind && known.facts === facts && known.actorId === (tx.actor?.userId ?? null)
  if (!isSame) throw new Refusal('conflict', 'This id belongs to another decision.')
  return known
}
