import { spawnSync } from 'node:child_process'
import { chown, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { end, initialise, preparePlace, run } from './cluster.ts'
import type { Place } from './cluster.ts'

/** A PostgreSQL that archives its log, and can go back to an earlier state on the same port. */
export type RecoverableCluster = {
  /** Connection address of one database, for the superuser. */
  url: (database: string) => string
  /** Copies the data of the running cluster, as a base backup does. */
  backUp: () => Promise<void>
  /** Ends the cluster and recovers the base backup up to a named restore point: a new timeline begins there. */
  recoverTo: (restorePoint: string) => Promise<void>
  /** Copies the data of the cluster while it is stopped, as a snapshot of its disk. */
  snapshot: () => Promise<void>
  /** Ends the cluster and starts the snapshot in its place, on the same timeline. */
  rollBack: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a cluster of its own, from the binaries of the repository. */
export async function startRecoverableCluster(): Promise<RecoverableCluster> {
  const place = await preparePlace()
  await initialise(place)
  const archive = join(place.folder, 'archive')
  await mkdir(archive)
  if (place.account) await chown(archive, place.account.uid, place.account.gid)
  const settings = {
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
    restore_command: `cp ${archive}/%f %p`,
    wal_level: 'replica',
    // A row that was answered is in the log.
    ...{ synchronous_commit: 'on', full_page_writes: 'on' },
  }
  const first = await run(place, { settings, keeps: true })
  const { port } = first
  let { server } = first
  const url = (database: string) => `postgresql://postgres:${place.password}@127.0.0.1:${port}/${database}`
  const again = async (more: Record<string, string> = {}) => {
    ;({ server } = await run(place, { port, settings: { ...settings, ...more }, keeps: true }))
  }
  const copyOf = (name: string) => join(place.folder, name)
  return {
    url,
    backUp: () => copyRunning(url('postgres'), place, copyOf('base')),
    async recoverTo(restorePoint) {
      await archived(url('postgres'))
      await end(server)
      await replace(place, copyOf('base'))
      await writeFile(join(place.data, 'recovery.signal'), '')
      give(place, join(place.data, 'recovery.signal'))
      await again({ recovery_target_name: restorePoint, recovery_target_action: 'promote' })
      await promoted(url('postgres'))
    },
    async snapshot() {
      await end(server)
      await copyData(place, { from: place.data, to: copyOf('snapshot') })
      await again()
    },
    async rollBack() {
      await end(server)
      await replace(place, copyOf('snapshot'))
      await again()
    },
    async restart() {
      await end(server)
      await again()
    },
    async stop() {
      await end(server)
      await rm(place.folder, { recursive: true, force: true })
    },
  }
}

/** Copies the files between the two calls that mark a base backup: the log of that time makes them whole. */
async function copyRunning(url: string, place: Place, to: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('base', true)`)
    await copyData(place, { from: place.data, to })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await rm(join(to, 'postmaster.pid'), { force: true })
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
    give(place, join(to, 'backup_label'))
  } finally {
    await client.end()
  }
}

async function replace(place: Place, from: string): Promise<void> {
  await rm(place.data, { recursive: true, force: true })
  await copyData(place, { from, to: place.data })
}

async function copyData(place: Place, { from, to }: { from: string; to: string }): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { mode: 0o700 })
  // Files may go while they are copied.
  await cp(from, to, { recursive: true, preserveTimestamps: true, force: true })
  give(place, to)
}

function give({ account }: Place, path: string): void {
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, path])
}

/** Resolves when all that the log has by now is in the archive. */
async function archived(url: string): Promise<void> {
  const switched = await queryOnce<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file')
  for (;;) {
    const { rows } = await queryOnce<{ last: string | null }>(
      url,
      'select last_archived_wal as last from pg_stat_archiver',
    )
    if ((rows[0]?.last ?? '') >= (switched.rows[0]?.file ?? '')) return
    await delay(50)
  }
}

async function promoted(url: string): Promise<void> {
  for (;;) {
    const { rows } = await queryOnce<{ waits: boolean }>(url, 'select pg_is_in_recovery() as waits')
    if (rows[0]?.waits === false) return
    await delay(50)
  }
}

async function queryOnce<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query<Row>(statement)
  } finally {
    await client.end()
  }
}
