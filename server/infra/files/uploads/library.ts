import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { LibraryQuery } from '@vesper/sync/vesper/api/files.ts'
import type * as v from 'valibot'
import { containing } from '../../database/like-pattern.ts'
import { requireActor } from '../../database/require-actor.ts'
import type { Tx } from '../../database/transaction.ts'
import { sqlPage } from '../../http/list.ts'
import { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import { IS_HIDDEN } from '../hidden-file.ts'
import { libraryPurposes, listedPurposes, smallPurposes } from './purposes.ts'

/** The files of the owner with the bytes of the file `f`, itself among them, as a condition on `s`. */
const SAME_BYTES = 's.owner_id = f.owner_id and (s.id = f.id or s.hash = f.hash)'

const SMALL = smallPurposes.map((purpose) => `'${purpose}'`).join()

/** The place of a copy among those with its bytes: one that was read, then one of full size, then the older one. */
const rankOf = (file: string) =>
  `(${file}.status = 'failed', ${file}.purpose in (${SMALL}), ${file}.created_at, ${file}.id)`

/** An item stands for all files with its bytes: the best of them. */
const IS_BEST = `not exists (
  select from file s where s.owner_id = f.owner_id and s.hash = f.hash and s.purpose = any(?::text[])
    and ${rankOf('s')} < ${rankOf('f')}
)`

const IS_HELD = `exists (select from attachment a where a.file_id = f.id and a.role <> 'evidence') or f.hash is not null and exists (
  select from file s join attachment a on a.file_id = s.id and a.role <> 'evidence'
  where s.owner_id = f.owner_id and s.hash = f.hash
)`

type Listed = { id: string; isHeld: boolean; isHidden: boolean }

/** One page of the library of a creator, whether something holds each item, and whether staff have hidden it. */
export async function libraryPage(
  em: SqlEntityManager,
  ownerId: string,
  { type, status, tag, used, reusable, q, ...list }: v.InferOutput<typeof LibraryQuery>,
): Promise<{ items: (Omit<Listed, 'id'> & { file: File })[]; total: number }> {
  const purposes = `{${(reusable ? libraryPurposes : listedPurposes).join()}}`
  const conditions: [sql: string, ...params: unknown[]][] = [
    [`f.owner_id = ? and f.purpose = any(?::text[]) and ${IS_BEST}`, ownerId, purposes, purposes],
    ...(reusable ? [[`not ${IS_HIDDEN}`] as [string]] : []),
    ...(type ? [['f.type = ?', type] as [string, string]] : []),
    ...(status ? [['f.status = ?', status] as [string, string]] : []),
    ...(tag === undefined ? [] : [['f.tags @> array[?]::text[]', tag] as [string, string]]),
    ...(used ? [[`${used === 'yes' ? '' : 'not '}(${IS_HELD})`] as [string]] : []),
    ...(q === '' ? [] : [['f.name ilike ?', containing(q)] as [string, string]]),
  ]
  const { rows, total } = await sqlPage<Listed, 'createdAt' | 'size'>(
    em,
    {
      select: `f.id, (${IS_HELD}) as "isHeld", ${IS_HIDDEN} as "isHidden"`,
      from: 'file f',
      where: conditions.map(([sql]) => sql).join(' and '),
      params: conditions.flatMap(([, ...params]) => params),
      sortable: { createdAt: 'f.created_at', size: 'f.size' },
      tieBreak: 'f.id',
    },
    list,
  )
  const files = await em.find(File, { id: { $in: rows.map(({ id }) => id) } })
  const byId = new Map(files.map((file) => [file.id, file]))
  const items = rows.flatMap(({ id, ...told }) => {
    const file = byId.get(id)
    return file ? [{ file, ...told }] : []
  })
  return { items, total }
}

/** The tags that an account has given to files, the most used first; at most 200. */
export function libraryTags(em: SqlEntityManager, ownerId: string): Promise<{ tag: string; count: number }[]> {
  return em.execute(
    `select tag, count(*)::int as count from file f, unnest(f.tags) as tag
     where f.owner_id = ? and f.purpose = any(?::text[]) and ${IS_BEST}
     group by tag order by count desc, tag limit 200`,
    [ownerId, `{${listedPurposes.join()}}`, `{${listedPurposes.join()}}`],
  )
}

/** Gives an own file, and the others with its bytes, these tags. Refuses as `not-found` another account's. */
export async function setTags(tx: Tx, id: string, tags: readonly string[]): Promise<void> {
  const { userId } = requireActor(tx)
  const changed = await tx.em.execute<object[]>(
    `update file s set tags = ?::text[] from file f
     where f.id = ? and f.owner_id = ? and f.purpose = any(?::text[]) and ${SAME_BYTES} returning 1`,
    // In quotes, so that the tag `null` is a text.
    [`{${tags.map((tag) => `"${tag}"`).join()}}`, id, userId, `{${listedPurposes.join()}}`],
  )
  if (changed.length === 0) throw noSuchFile()
}

/** Gives a new file the tags of the others with its bytes. */
export async function takeTags(tx: Tx, id: string): Promise<void> {
  await tx.em.execute(
    `update file f set tags = s.tags from file s
     where f.id = ? and s.owner_id = f.owner_id and s.hash = f.hash and s.id <> f.id and s.tags <> '{}'`,
    [id],
  )
}
