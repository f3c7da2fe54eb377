import { createHash } from 'node:crypto'
import type { Pool } from 'pg'

/**
 * Begins a statement that is sent with nearly every call, and whose plan PostgreSQL keeps in each connection: to parse and plan
 * it takes longer than to run it. One plan serves all values, so it has one sensible plan, whoever asks: no `? is null or …`,
 * no list whose length the text has, no column that few or many may share. It names its columns: a newer server may add some
 * while this one runs.
 */
export const KEPT = '/* kept */'

/** Gives the statements that are to be kept the names under which PostgreSQL keeps them. */
export function keepStatements(pool: Pool): void {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    const kept = (text: unknown, ...others: unknown[]) => {
      if (typeof text !== 'string' || !text.startsWith(KEPT)) return query(text, ...others)
      const [values, ...rest] = others
      return query({ name: nameOf(text), text, values }, ...rest)
    }
    client.query = kept as typeof client.query
  })
}
