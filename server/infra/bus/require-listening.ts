import { randomUUID } from 'node:crypto'
import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { StartupError } from '../../startup-error.ts'

/** So long may what a server says take to come back to it, in milliseconds. */
const HEARD_WITHIN_MS = 2_000

/**
 * Notifies this server through the pool, and throws `StartupError` unless a session at `url` hears it: a pooler that gives
 * each transaction another connection delivers nothing, and says nothing either.
 */
export async function requireListening(orm: MikroORM, url: string): Promise<void> {
  const channel = `vesper_start_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: url, application_name: 'vesper start' })
  client.on('error', () => {})
  try {
    await client.connect()
    const heard = new Promise<boolean>((resolve) => {
      client.once('notification', () => resolve(true))
      setTimeout(() => resolve(false), HEARD_WITHIN_MS).unref()
    })
    await client.query(`listen ${channel}`)
    await orm.em.fork().execute('select pg_notify(?, ?)', [channel, ''])
    if (await heard) return
  } catch (cause) {
    throw new StartupError(`A session of the database cannot be opened. ${ADVICE}`, { cause })
  } finally {
    await client.end().catch(() => {})
  }
  throw new StartupError(`The server does not hear its own events through the database. ${ADVICE}`)
}

const ADVICE = 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, past the pooler.'
