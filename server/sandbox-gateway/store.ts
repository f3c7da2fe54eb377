import pg from 'pg'
import { unknownParameter } from './gateway-error.ts'

/** A connection that is in a transaction, or the pool. */
export type Connection = Pick<pg.ClientBase, 'query'>

/** An object of the gateway: its id tells what it is. */
export type Stored = { id: string; object: string }

/** The gateway's storage, in a schema of its own, so that it survives a restart and the app knows nothing of it. */
export type Store = {
  transaction: <Result>(work: (connection: Connection) => Promise<Result>) => Promise<Result>
  connection: Connection
  close: () => Promise<void>
}

const SCHEMA = `
  create schema if not exists sandbox_gateway;
  create table if not exists sandbox_gateway.object (
    id text primary key, kind text not null, data jsonb not null, created_at timestamptz not null default now()
  );
  create table if not exists sandbox_gateway.call (
    key text primary key, request text not null, status int, body jsonb, created_at timestamptz not null default now()
  );
  create table if not exists sandbox_gateway.delivery (
    event_id text primary key, attempts int not null default 0, next_at timestamptz not null default now(), delivered_at timestamptz
  );`

/** Any fixed number: two gateways that start together on one database take turns by it. */
const LOCK = 7_210_077

/** Opens the gateway's own tables in a database; makes them where they are not there. */
export async function openStore(databaseUrl: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  // A connection that is lost while nobody uses it is no reason to end the process: the next call opens another.
  pool.on('error', () => {})
  // Nor is one that is lost between two statements of a transaction: its next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  const store: Store = {
    connection: pool,
    close: () => pool.end(),
    async transaction(work) {
      const client = await pool.connect()
      try {
        await client.query('begin')
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
  await store.transaction(async (connection) => {
    await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
    await connection.query(SCHEMA)
    // A gateway that was killed leaves calls without an answer: they may be tried again.
    await connection.query('delete from sandbox_gateway.call where status is null')
  })
  return store
}

export async function insertObject<Data extends Stored>(connection: Connection, data: Data): Promise<Data> {
  await connection.query('insert into sandbox_gateway.object (id, kind, data) values ($1, $2, $3)', [
    data.id,
    data.object,
    JSON.stringify(data),
  ])
  return data
}

/** The object with this id; null where there is none of this kind. `lock` keeps it until the transaction ends. */
export async function readObject<Data extends Stored>(
  connection: Connection,
  { id, kind, lock = false }: { id: string; kind: Data['object']; lock?: boolean },
): Promise<Data | null> {
  const { rows } = await connection.query<{ data: Data }>(
    `select data from sandbox_gateway.object where id = $1 and kind = $2${lock ? ' for update' : ''}`,
    [id, kind],
  )
  return rows[0]?.data ?? null
}

export async function updateObject<Data extends Stored>(connection: Connection, data: Data): Promise<Data> {
  await connection.query('update sandbox_gateway.object set data = $2 where id = $1', [data.id, JSON.stringify(data)])
  return data
}

/**
 * The objects of a kind whose fields have these values, the latest first, as Stripe lists them. `since` is in seconds since
 * 1970.
 */
export async function listObjects<Data extends Stored>(
  connection: Connection,
  { kind, where = {}, since = 0, limit = 10, after = null }: ListQuery,
): Promise<{ object: 'list'; data: Data[]; has_more: boolean; url: string }> {
  if (after !== null && (await readObject<Stored>(connection, { id: after, kind })) === null)
    throw unknownParameter('starting_after', kind, after)
  const { rows } = await connection.query<{ data: Data }>(
    `select data from sandbox_gateway.object
     where kind = $1 and data @> $2 and coalesce((data->>'created')::bigint, 0) >= $3
       and ($5::text is null or (created_at, id) < (select created_at, id from sandbox_gateway.object where id = $5))
     order by created_at desc, id desc limit $4`,
    [kind, JSON.stringify(where), since, limit + 1, after],
  )
  const data = rows.slice(0, limit).map((row) => row.data)
  return { object: 'list', data, has_more: rows.length > limit, url: `/v1/${kind}s` }
}

/** `after` is the id of the last object of the page before. */
type ListQuery = {
  kind: string
  /** Fields without a value are left out. */
  where?: Record<string, string | null | undefined>
  since?: number
  limit?: number
  after?: string | null
}
