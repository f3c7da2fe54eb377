import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { LockMode } from '@mikro-orm/postgresql'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { FileUse } from '@vesper/sync/vesper/api/files.ts'
import type { App } from '../../../app.ts'
import { requireActor } from '../../database/require-actor.ts'
import type { Tx } from '../../database/transaction.ts'
import type { ToldUse } from '../attachment.ts'
import { removeFiles } from '../commands.ts'
import { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import { listedPurposes } from './purposes.ts'

type Named = { id: string; ownerId: string }

/**
 * Deletes an own file, and the others with its bytes, for good. Refuses as `not-found` another account's, and as `conflict`
 * one that something uses.
 */
export async function deleteFromLibrary(tx: Tx, id: string): Promise<void> {
  const item = await itemOf(tx.em, { id, ownerId: requireActor(tx).userId })
  if (!item) throw noSuchFile()
  // Under the locks no file gets a holder: who takes one has taken it, or finds it gone.
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, fields: ['id'] } as const
  await tx.em.find(File, { id: { $in: item } }, { ...locked, disableIdentityMap: true })
  const uses = await usesOf(tx, item)
  for (const { kept } of uses) if (kept) throw kept
  const count = uses.reduce((sum, use) => sum + use.count, 0)
  if (count === 1) throw new Refusal('conflict', 'This file is used in one place. Take it out there first.')
  if (count > 1) throw new Refusal('conflict', `This file is used in ${count} places. Take it out of them first.`)
  await removeFiles(tx, item)
}

/** The uses of an own file, and of others with its bytes. Refuses as `not-found` another account's. */
export async function libraryUses(source: { app: App; em: SqlEntityManager }, named: Named): Promise<FileUse[]> {
  const item = await itemOf(source.em, named)
  if (!item) throw noSuchFile()
  return (await usesOf(source, item)).map(({ use, count }) => ({ use, count }))
}

/** The ids of the files with the bytes of an own file of the library, itself among them; null for another account's. */
async function itemOf(em: SqlEntityManager, { id, ownerId }: Named): Promise<string[] | null> {
  const rows = await em.execute<{ id: string }[]>(
    `select s.id from file f join file s on s.owner_id = f.owner_id and (s.id = f.id or s.hash = f.hash)
     where f.id = ? and f.owner_id = ? and f.purpose = any(?::text[]) and s.purpose = any(?::text[])`,
    [id, ownerId, `{${listedPurposes.join()}}`, `{${listedPurposes.join()}}`],
  )
  return rows.length === 0 ? null : rows.map((row) => row.id)
}

async function usesOf({ app, em }: { app: App; em: SqlEntityManager }, fileIds: readonly string[]): Promise<ToldUse[]> {
  const uses = await em.execute<ToldUse[]>(
    `select holder_type as use, count(distinct holder_id)::int as count from attachment
     where file_id = any(?::uuid[]) and role <> 'evidence' group by holder_type`,
    [`{${fileIds.join()}}`],
  )
  const told = new Map(uses.map((row) => [row.use as string, [row]]))
  for (const [type, { usesOf: own }] of app.domains.fileHolders) if (own) told.set(type, await own(em, fileIds))
  return [...told.values()].flat()
}
