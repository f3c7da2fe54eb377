import type { App } from '../../../app.ts'
import { beginRun } from '../epoch.ts'

const TABLES = `
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%migrations%'`

/** Keeps what every table holds, in place of what was kept under the same name. */
export async function backUp(app: App, name = 'backup'): Promise<void> {
  const em = app.orm.em.fork()
  const tables = await em.execute<{ name: string }[]>(TABLES)
  const copies = tables.map((table) => `create table "${name}"."${table.name}" as table public."${table.name}"`)
  await em.execute([`drop schema if exists "${name}" cascade`, `create schema "${name}"`, ...copies].join(';'))
}

/** Puts the backup in place of all that there is, and begins a run, as a server does that starts alone. */
export async function restore(app: App, name = 'backup'): Promise<void> {
  const em = app.orm.em.fork()
  const tables = await em.execute<{ name: string }[]>(TABLES)
  const names = tables.map((table) => `"${table.name}"`)
  const copies = names.map((table) => `insert into public.${table} select * from "${name}".${table}`)
  await em.transactional((tx) =>
    tx.execute([`set local session_replication_role = replica`, `truncate ${names.join()}`, ...copies].join(';')),
  )
  await app.orm.em.fork().transactional((tx) => beginRun(tx))
}
