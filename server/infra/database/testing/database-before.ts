import type { MikroORM } from '@mikro-orm/postgresql'
import { domains } from '../../../domains.ts'
import { cloneDatabase } from '../../../testing/postgres.ts'
import { openOrm } from '../orm.ts'

/** A database of a version before. */
export type DatabaseBefore = { orm: MikroORM; drop: () => Promise<void> }

/** An empty database as it was after the named migration; with `hasRun`, a server of that version has run on it. */
export async function databaseBefore(migration: string, { hasRun = false } = {}): Promise<DatabaseBefore> {
  const database = await cloneDatabase()
  const url = new URL(database.url)
  url.pathname = `${url.pathname}_before`
  const orm = await openOrm(url.href, domains)
  await orm.schema.ensureDatabase()
  await orm.migrator.up({ to: migration })
  if (hasRun) await orm.em.fork().execute('insert into epoch (singleton, epoch, run) values (1, gen_random_uuid(), 1)')
  const drop = async () => {
    await orm.schema.dropDatabase()
    await orm.close(true)
    await database.drop()
  }
  return { orm, drop }
}
