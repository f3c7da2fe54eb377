import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { choosePostgresAccount, giveTo, underAccount } from './postgres-account.ts'
import type { PostgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'

/** A cluster on the disk, and what runs it. */
export type PostgresCluster = { folder: string; account: PostgresAccount; postgres: string }

/** The name that initdb gives the cluster's owner. */
export const CLUSTER_USER = 'vesper'

/** Where the cluster of a data directory is, or will be. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

/** The cluster `<dataDir>/postgres`, made the first time, with `password` for its one user. */
export async function openCluster(dataDir: string, password: string): Promise<PostgresCluster> {
  const { initdb, postgres } = await postgresBinaries()
  const account = choosePostgresAccount([dataDir, dirname(postgres)])
  // Lets the other user pass; what is secret in there has modes of its own.
  if (account.kind === 'user') chmodSync(dataDir, 0o711)
  const folder = clusterFolder(dataDir)
  sweepUnfinished(dataDir)
  if (!existsSync(folder)) await makeCluster({ dataDir, folder, account, initdb, password })
  giveTo(account, folder)
  return { folder, account, postgres }
}

/** A cluster appears under its name only when it is whole, so that a kill in between leaves nothing half made. */
async function makeCluster(given: {
  dataDir: string
  folder: string
  account: PostgresAccount
  initdb: string
  password: string
}): Promise<void> {
  const workshop = mkdtempSync(join(given.dataDir, 'postgres-unfinished-'))
  const unfinished = join(workshop, 'cluster')
  const passwordFile = join(workshop, 'password')
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, given.password, { mode: 0o600 })
  giveTo(given.account, workshop)
  const { command, args, options } = underAccount(given.account, given.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${CLUSTER_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same order of texts on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The database could not be made in ${given.dataDir}: ${complaint.trim()}`)
  renameSync(unfinished, given.folder)
  rmSync(workshop, { recursive: true, force: true })
}

/** The initdb of a killed server may still be writing in there; what it leaves goes with the next start. */
function sweepUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith('postgres-unfinished-')) continue
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}
