import type { App } from '../../app.ts'
import { transact } from '../database/transaction.ts'
import type { KeyHolder } from './key-holder.ts'

/** A column of sealed texts. `about` gives the text that a row's is sealed for, by the row's key. */
export type SealedColumn = {
  name: string
  table: string
  /** The primary key; `keyType` is its type in SQL. */
  key: string
  keyType: 'uuid' | 'varchar'
  column: string
  about: (key: string) => string
}

type Row = { key: string; sealed: string }
/** `last` is null for the last batch. */
type Batch = { last: string | null; changed: number }

const BATCH = 500

/** The sealed texts of a column as what DETAILS_KEY is needed for. */
export function sealedColumn({ name, table, key, keyType, column, about }: SealedColumn): KeyHolder {
  const isOther = `"${column}" is not null and split_part("${column}", '.', 1) <> ?`

  async function rewrapBatch(app: App, after: string | null): Promise<Batch> {
    return transact(app, null, async ({ em }) => {
      const rows = await em.execute<Row[]>(
        `select "${key}"::text as key, "${column}" as sealed from "${table}"
         where ${isOther} ${after === null ? '' : `and "${key}" > ?::${keyType}`} order by "${key}" limit ${BATCH}`,
        [app.sealer.keyId, ...(after === null ? [] : [after])],
      )
      const values = rows.map((row) => ({ ...row, fresh: rewrapped(app, row.sealed, about(row.key)) }))
      // Somebody may have sealed another text meanwhile, with the key that seals now.
      const changed = await em.execute<unknown[]>(
        `update "${table}" as t set "${column}" = v.fresh
         from jsonb_to_recordset(?::jsonb) as v (key ${keyType}, sealed text, fresh text)
         where t."${key}" = v.key and t."${column}" = v.sealed and v.fresh is not null returning 1`,
        [JSON.stringify(values)],
      )
      return { last: rows.length < BATCH ? null : (rows.at(-1)?.key ?? null), changed: changed.length }
    })
  }

  return {
    purpose: 'details',
    name,
    async left(app) {
      const count = `select count(*)::int as left from "${table}" where ${isOther}`
      const [row] = await app.orm.em.fork().execute<{ left: number }[]>(count, [app.sealer.keyId])
      return row?.left ?? 0
    },
    async rewrap(app, signal) {
      let changed = 0
      let after: string | null = null
      do {
        signal.throwIfAborted()
        const batch: Batch = await rewrapBatch(app, after)
        changed += batch.changed
        after = batch.last
      } while (after !== null)
      return changed
    },
  }
}

/** Null for a text that no key of this server opens: it stays, and is counted. */
function rewrapped({ sealer }: App, sealed: string, about: string): string | null {
  try {
    return sealer.rewrap(sealed, about)
  } catch {
    return null
  }
}
