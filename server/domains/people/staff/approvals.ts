import { createHash } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import canonicalize from 'canonicalize'
import * as v from 'valibot'
import type { ApprovalKind, Facts } from '../../../infra/approval-kind.ts'
import { audit } from '../../../infra/audit/audit.ts'
import type { Actor, Tx } from '../../../infra/database/transaction.ts'
import { User } from '../accounts/entity.ts'
import { Approval } from './entity.ts'
import { aloneMail } from './mails.ts'
import { holdersOf } from './roles.ts'

const HOUR_MS = 3_600_000
/** It waits so long for a second person. */
const WAITS_MS = 72 * HOUR_MS
/** Where nobody else could consent, the same person may after so long, and all admins have had a mail by then. */
const ALONE_MS = 24 * HOUR_MS

type Asked = { id: string; kind: string; payload: object; reason: string }

/**
 * Asks a second person for consent to something; the same id again is the same request. Refuses as `not-found`
 * a kind that the actor may not decide, as `conflict` where the same is waiting already, and what could not be done now.
 */
export async function askApproval(tx: Tx, { id, kind, payload: given, reason }: Asked): Promise<void> {
  const actor = requireStaff(tx)
  const known = kindOf(tx, kind)
  await requirePermission(tx, actor, known)
  const payload = readPayload(known, given)
  const subjectId = known.subjectOf(payload)
  const before = await tx.em.findOne(Approval, { id })
  if (before && isSame(before, { kind, subjectId, payload, requestedBy: actor.userId })) return
  if (before) throw new Refusal('conflict', 'Another request has this id. Ask anew.')
  const facts = await known.facts(tx, payload)
  const waits = { subjectId, kind, state: 'waiting', expiresAt: { $gt: tx.now } } as const
  if ((await tx.em.count(Approval, waits)) > 0) throw new Refusal('conflict', 'This waits for a second person already.')
  const asked = { id, kind, subjectId, payload, facts, factsHash: hashOf(facts), reason, requestedBy: actor.userId }
  const expiresAt = new Date(tx.now.getTime() + WAITS_MS)
  const approval = tx.em.create(Approval, { ...asked, createdAt: tx.now, expiresAt })
  audit(tx, { action: 'approval.ask', subjectId: id, after: { kind, subjectId }, text: reason })
  await noteAlone(tx, approval, known)
  await tx.flush()
}

/**
 * Does what was asked for, in this transaction. Refusals: `not-found`; `conflict` for one that does not wait any more or whose
 * facts have changed; `forbidden` for the person who asked, as long as another one could consent.
 */
export async function executeApproval(tx: Tx, id: string): Promise<void> {
  const actor = requireStaff(tx)
  const approval = await lockWaiting(tx, id)
  const known = kindOf(tx, approval.kind)
  await requirePermission(tx, actor, known)
  const holders = await holdersOf(tx.em, known.needs)
  if (!holders.includes(approval.requestedBy))
    throw new Refusal('conflict', 'The person who asked for this may not do it any more. Refuse it.')
  const whyNot = await whyNotBy(tx, actor, approval)
  if (whyNot !== null) throw new Refusal('forbidden', whyNot)
  const payload = v.parse(known.payload, approval.payload)
  if (hashOf(await known.facts(tx, payload)) !== approval.factsHash)
    throw new Refusal('conflict', 'This has changed since it was asked for. Look again.')
  Object.assign(approval, { state: 'executed', decidedBy: actor.userId })
  const before = { kind: approval.kind, subjectId: approval.subjectId, requestedBy: approval.requestedBy }
  audit(tx, { action: 'approval.execute', subjectId: id, before })
  await known.execute(tx, payload, approval.reason)
  await tx.flush()
}

/** Ends a request without doing it: by the person who asked it is withdrawn, by another one with the permission refused. */
export async function endApproval(tx: Tx, id: string, text: string): Promise<void> {
  const actor = requireStaff(tx)
  const approval = await lockWaiting(tx, id)
  await requirePermission(tx, actor, kindOf(tx, approval.kind))
  if (approval.subjectId === actor.userId && approval.requestedBy !== actor.userId)
    throw new Refusal('forbidden', OWN_ACCOUNT)
  const state = approval.requestedBy === actor.userId ? 'withdrawn' : 'refused'
  Object.assign(approval, { state, decidedBy: actor.userId })
  audit(tx, { action: `approval.${state}`, subjectId: id, before: { kind: approval.kind }, text })
  await tx.flush()
}

/** Why an account cannot consent to a request itself; null where it can. */
export async function whyNotBy(
  { em, now, app }: Pick<Tx, 'em' | 'now' | 'app'>,
  { userId }: Pick<Actor, 'userId'>,
  { kind, requestedBy, aloneFrom, subjectId }: Pick<Approval, 'kind' | 'requestedBy' | 'aloneFrom' | 'subjectId'>,
): Promise<string | null> {
  if (subjectId === userId) return OWN_ACCOUNT
  if (requestedBy !== userId) return null
  const others = await othersThan(em, userId, kindOf({ app }, kind))
  if (others.length > 0) return SECOND_PERSON
  // The others have gone since it was asked for: the admins learn of that with a request anew.
  if (!aloneFrom) return LEFT_ALONE
  return now < aloneFrom ? ALONE : null
}

const OWN_ACCOUNT = 'Another person has to decide on your own account.'
const SECOND_PERSON = 'A second person has to approve this.'
const ALONE = 'Nobody else may approve this, so that you can 24 hours after you asked.'
const LEFT_ALONE = 'Nobody else may approve this any more. Withdraw it, and ask anew.'

function othersThan(em: SqlEntityManager, userId: string, { needs }: ApprovalKind): Promise<string[]> {
  return holdersOf(em, needs).then((holders) => holders.filter((holder) => holder !== userId))
}

/** Where nobody else could consent, all admins learn of it a day before the person may do it alone. */
async function noteAlone(tx: Tx, approval: Approval, kind: ApprovalKind): Promise<void> {
  if ((await othersThan(tx.em, approval.requestedBy, kind)).length > 0) return
  approval.aloneFrom = new Date(tx.now.getTime() + ALONE_MS)
  const admins = await tx.em.find(User, { id: { $in: await holdersOf(tx.em, 'staff.manage') } })
  for (const { email, name } of admins) {
    if (email != null) tx.app.mailer.send(tx, aloneMail({ email, name }, kind.kind, tx.app.config.publicUrl))
  }
}

async function lockWaiting(tx: Tx, id: string): Promise<Approval> {
  const approval = await tx.em.findOne(Approval, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!approval) throw new Refusal('not-found', 'There is no such request.')
  if (approval.state !== 'waiting' || approval.expiresAt <= tx.now)
    throw new Refusal('conflict', 'This does not wait any more.')
  return approval
}

function requireStaff({ actor }: Tx): Actor & Required<Pick<Actor, 'desk'>> {
  if (!actor?.desk) throw new TypeError('This is done by staff, in a call of the desk.')
  return { ...actor, desk: actor.desk }
}

/** Asked in the transaction: parts may have been taken away since the call began. */
async function requirePermission({ em }: Tx, { userId }: Actor, { needs }: ApprovalKind): Promise<void> {
  if (!(await holdersOf(em, needs)).includes(userId)) throw new Refusal('not-found', 'There is no such request.')
}

type Request = Pick<Approval, 'kind' | 'subjectId' | 'payload' | 'requestedBy'>

function isSame({ kind, subjectId, payload, requestedBy }: Request, other: Request): boolean {
  return canonicalize({ kind, subjectId, payload, requestedBy }) === canonicalize(other)
}

function kindOf({ app }: Pick<Tx, 'app'>, kind: string): ApprovalKind {
  const known = app.domains.approvals.get(kind)
  if (!known) throw new Refusal('not-found', 'There is no such request.')
  return known
}

function readPayload({ payload }: ApprovalKind, given: object): object {
  const read = v.safeParse(payload, given)
  if (!read.success) throw new Refusal('invalid', read.issues[0].message)
  return read.output
}

function hashOf(facts: Facts): string {
  return createHash('sha256')
    .update(canonicalize(facts) ?? '')
    .digest('hex')
}
