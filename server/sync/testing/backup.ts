import type { App } from '../../context.ts'
import { migrate } from '../../database/migrate.ts'

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%migrations%'`

/** Keeps what every table holds; there is one backup. */
export async function backUp(app: App): Promise<void> {
  const em = app.orm.em.fork()
  const tables = await em.execute<{ name: string }[]>(TABLES)
  const copies = tables.map(({ name }) => `create table backup."${name}" as table public."${name}"`)
  await em.execute(['drop schema if exists backup cascade', 'create schema backup', ...copies].join(';'))
}

/** Puts the backup in place of all that there is, and starts as a server does. */
export async function restore(app: App): Promise<void> {
  const em = app.orm.em.fork()
  const tables = await em.execute<{ name: string }[]>(TABLES)
  const names = tables.map(({ name }) => `"${name}"`)
  const copies = names.map((name) => `insert into public.${name} select * from backup.${name}`)
  await em.transactional((tx) =>
    tx.execute([`set local session_replication_role = replica`, `truncate ${names.join()}`, ...copies].join(';')),
  )
  await migrate(app.orm)
}
