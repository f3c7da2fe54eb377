import { createHash } from 'node:crypto'
import type { EntityManager, SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskCreator, DeskCreatorQuery, DeskCreatorRow } from '@vesper/sync/vesper/api/desk-creators.ts'
import type * as v from 'valibot'
import { AT_TEXT } from '../../../infra/audit/read-entries.ts'
import type { Actor } from '../../../infra/database/transaction.ts'
import { sqlPage } from '../../../infra/http/list.ts'
import { PerformerDocument } from '../../people/performers/entity.ts'

/** SQL: the columns of a creator `p` with the account `u`. */
const CREATOR = `p.user_id as "_id", u.username, u.name, p.country, p.verification, ${AT_TEXT('p.created_at')} as "createdAt",
  u.email is not null and u.email_verified_at is not null as "emailVerified"`

/** One page of the creators in a state of the review. Accounts that cannot log in are not reviewed. */
export async function creatorPage(
  em: SqlEntityManager,
  { verification, q, ...query }: v.InferOutput<typeof DeskCreatorQuery>,
): Promise<{ data: DeskCreatorRow[]; total: number }> {
  const named = q === '' ? '' : ' and u.username = lower(?)'
  const { rows, total } = await sqlPage<DeskCreatorRow>(
    em,
    {
      select: `${CREATOR}, (select count(*)::int from performer_document d where d.user_id = p.user_id) as documents`,
      from: 'performer p join "user" u on u.id = p.user_id',
      where: `p.verification = ? and u.status = 'active'${named}`,
      params: [verification, ...(q === '' ? [] : [q])],
      sortable: { createdAt: 'p.created_at' },
      tieBreak: 'p.user_id',
    },
    query,
  )
  return { data: rows, total }
}

type Facts = Omit<DeskCreator, 'documents' | 'version' | 'isOwn' | 'mayReview'>

/** A creator with the documents, which are not opened here. Refuses as `not-found` an id of no creator. */
export async function readCreator(em: EntityManager, actor: Actor, userId: string): Promise<DeskCreator> {
  const [facts] = await em.execute<Facts[]>(
    `select ${CREATOR}, u.status, p.date_of_birth::text as "dateOfBirth", p.rejection_reason as "rejectionReason"
     from performer p join "user" u on u.id = p.user_id where p.user_id = ?`,
    [userId],
  )
  if (!facts) throw new Refusal('not-found', 'There is no such creator.')
  const documents = await em.find(PerformerDocument, { userId }, { orderBy: { kind: 'asc', createdAt: 'desc' } })
  return {
    ...facts,
    documents: documents.map(({ id, kind, status, reason, createdAt, removedAt, mimeType }) => ({
      ...{ _id: id, kind, status, reason: reason ?? null, createdAt: createdAt.toISOString() },
      ...{ isThere: removedAt == null, isPdf: mimeType === 'application/pdf' },
    })),
    version: versionOf(facts.verification, documents),
    isOwn: userId === actor.userId,
    mayReview: actor.desk?.permissions.includes('creators.review') === true,
  }
}

/** Another one as soon as a document is replaced or decided on. */
export function versionOf(
  verification: string,
  documents: readonly Pick<PerformerDocument, 'id' | 'status'>[],
): string {
  const states = documents.map(({ id, status }) => `${id} ${status}`).toSorted()
  return createHash('sha256')
    .update([verification, ...states].join('\n'))
    .digest('hex')
}
