import assert from 'node:assert/strict'
import { LockMode } from '@mikro-orm/postgresql'
import type { EntityName, FilterQuery, SqlEntityManager } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'

/** The columns that name the account which a row belongs to; an entity has one of them. */
const ownerColumns = ['ownerId', 'performerId', 'userId', 'accountId'] as const

/** A row that belongs to one account. */
type Owned = { id: string } & (
  | { ownerId: string }
  | { performerId: string }
  | { userId: string }
  | { accountId: string }
)

/**
 * The actor's own row. Refuses as `not-found`, with one `message`, both a row that does not exist and one that belongs to
 * another account. In a transaction the row is locked.
 */
export async function own<Row extends Owned>(
  { em, actor }: { em: SqlEntityManager; actor: { userId: string } | null },
  Entity: EntityName<Row>,
  { id, message }: { id: string; message: string },
): Promise<Row> {
  const owned = { id, [ownerColumnOf(em, Entity)]: actor?.userId ?? null } as FilterQuery<Row>
  const row = await em.findOne(Entity, owned, em.isInTransaction() ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {})
  if (!row) throw new Refusal('not-found', message)
  return row
}

function ownerColumnOf(em: SqlEntityManager, Entity: EntityName): string {
  const { properties, className } = em.getMetadata().get(Entity)
  const column = ownerColumns.find((name) => name in properties)
  assert(column, `${className} has no column that names its owner`)
  return column
}
