import type { EntityManager } from '@mikro-orm/postgresql'
import { v7 } from 'uuid'
import type { Tx } from '../database/transaction.ts'
import { operatorName, takeDecisions } from './audit.ts'
import type { Decision } from './audit.ts'
import { hashEntry, hashText } from './hash-entry.ts'
import type { ChainedEntry } from './hash-entry.ts'
import { AT_TEXT } from './read-entries.ts'

type Head = { seq: number; hash: string }

/**
 * Writes the decisions of a transaction at the end of the chain. It comes last in the transaction: the lock of the head makes
 * all that is audited wait for each other, and locking the newest entry in its place would fork the chain.
 */
export async function appendDecisions(tx: Tx): Promise<void> {
  const decisions = takeDecisions(tx.em)
  if (decisions.length === 0) return
  let head = await lockHead(tx.em)
  for (const decision of decisions) head = await append(tx, head, decision)
  await tx.em.execute('update audit_head set seq = ?, hash = ?', [head.seq, head.hash])
}

async function lockHead(em: EntityManager): Promise<Head> {
  const [head] = await em.execute<Head[]>('select seq, hash from audit_head where id = 1 for update')
  if (!head) throw new Error('The head of the audit is gone: no decision is taken without its entry.')
  return head
}

async function append(tx: Tx, head: Head, decision: Decision): Promise<Head> {
  const entry = await asStored(tx, head.seq + 1, decision)
  const { seq, id, at, operator, actorId, sessionId, network, requestId, action, subjectId, before, after, textHash } =
    entry
  const hash = hashEntry(head.hash, entry)
  await tx.em.execute(
    `insert into audit_entry (seq, id, at, operator, actor_id, session_id, network, request_id, action, subject_id, before,
       after, text_hash, prev_hash, hash)
     values (?, ?, ?::timestamptz, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?)`,
    [
      ...[seq, id, at, operator, actorId, sessionId, network, requestId, action, subjectId],
      ...[asJson(before), asJson(after), textHash, head.hash, hash],
    ],
  )
  if (decision.text !== undefined)
    await tx.em.execute('insert into audit_text (entry_id, text) values (?, ?)', [id, decision.text])
  return { seq, hash }
}

/** The entry with its values as the database will give them back: what is hashed is what can be read again. */
async function asStored({ em, actor, now }: Tx, seq: number, decision: Decision): Promise<ChainedEntry> {
  const [stored] = await em.execute<{ at: string; before: unknown; after: unknown }[]>(
    `select ${AT_TEXT('?::timestamptz')} as at, ?::jsonb as before, ?::jsonb as after`,
    [now, asJson(decision.before), asJson(decision.after)],
  )
  if (!stored) throw new Error('a select without a table has one row')
  return {
    ...{ seq, id: v7(), ...stored },
    operator: actor === null ? operatorName() : null,
    actorId: actor?.userId ?? null,
    sessionId: actor?.sessionId ?? null,
    network: actor?.desk?.network ?? null,
    requestId: actor?.desk?.requestId ?? null,
    ...{ action: decision.action, subjectId: decision.subjectId },
    textHash: decision.text === undefined ? null : hashText(decision.text),
  }
}

function asJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
