import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartupError } from '../../../startup-error.ts'
import { readOrMakeSecretFile } from '../secret-file.ts'
import { freePort } from './free-port.ts'
import { underAccount } from './postgres-account.ts'
import { CLUSTER_USER, clusterFolder, openCluster } from './postgres-cluster.ts'
import type { PostgresCluster } from './postgres-cluster.ts'
import { endOrphanedPostmaster, isReady, portOf } from './postmaster.ts'

export type EmbeddedPostgres = {
  /** With the password: never to be logged. */
  url: string
  stop: () => Promise<void>
}

type Running = { child: ChildProcess; port: number }

const START_LIMIT_MS = 60_000
const ATTEMPTS = 5

/**
 * Starts the PostgreSQL that lives in `<dataDir>/postgres`, making it the first time. It listens on a free port of
 * 127.0.0.1 alone, and the password is this data directory's own. When it dies by itself it is started again on the
 * same port, and `report` is told. The caller holds the data directory's lock: a running postmaster is an orphan of a
 * killed server, and is ended first.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  report: (message: string, error?: unknown) => void = () => {},
): Promise<EmbeddedPostgres> {
  const password = passwordOf(dataDir)
  const cluster = await openCluster(dataDir, password)
  let running = await start(cluster)
  const { port } = running
  let stopping = false
  let restarted: Promise<void> = Promise.resolve()

  function supervise(): void {
    running.child.once('exit', () => {
      if (stopping) return
      report('the embedded PostgreSQL ended and is started again')
      restarted = restart().catch((error: unknown) => report('the embedded PostgreSQL does not start again', error))
    })
  }

  async function restart(): Promise<void> {
    running = await start(cluster, port)
    supervise()
  }

  supervise()
  return {
    url: urlOf({ port, password }),
    async stop() {
      stopping = true
      await restarted
      await stop(running.child)
    },
  }
}

/** The address of the embedded PostgreSQL that a running server has in `dataDir`; null when none runs there. */
export function runningPostgresUrl(dataDir: string): string | null {
  const port = portOf(clusterFolder(dataDir))
  return port === null ? null : urlOf({ port, password: passwordOf(dataDir) })
}

function passwordOf(dataDir: string): string {
  return readOrMakeSecretFile(join(dataDir, 'postgres-password')).toString('hex')
}

function urlOf({ port, password }: { port: number; password: string }): string {
  return `postgresql://${CLUSTER_USER}:${password}@127.0.0.1:${port}/vesper`
}

/** Another program may take a port first, and the last backends of a killed postmaster need a moment to end. */
async function start(cluster: PostgresCluster, fixedPort?: number): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    await endOrphanedPostmaster(cluster.folder)
    const port = fixedPort ?? (await freePort())
    const child = launch(cluster, port)
    if (await becomesReady(child, cluster.folder)) return { child, port }
    if (attempt === ATTEMPTS) {
      const reason = readFileSync(logFile(cluster.folder), 'utf8').trim().split('\n').slice(-5).join('\n')
      throw new StartupError(`The embedded PostgreSQL in ${cluster.folder} does not start:\n${reason}`)
    }
    await delay(200 * attempt)
  }
}

function launch({ folder, account, postgres }: PostgresCluster, port: number): ChildProcess {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60']
  const flags = settings.flatMap((setting) => ['-c', setting])
  const { command, args, options } = underAccount(account, postgres, ['-D', folder, '-p', String(port), ...flags])
  const log = openSync(logFile(folder), 'w', 0o600)
  // A session of its own: Ctrl+C in a terminal must not stop the database before the requests have finished.
  const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

function logFile(folder: string): string {
  return `${folder}.log`
}

/** True once it takes connections, false when it ended instead. */
async function becomesReady(child: ChildProcess, folder: string): Promise<boolean> {
  let ended = false
  let failure: Error | null = null
  child.once('exit', () => (ended = true))
  child.once('error', (error) => (failure = error))
  for (const begun = Date.now(); Date.now() - begun < START_LIMIT_MS; await delay(10)) {
    if (failure) throw new Error('The embedded PostgreSQL does not start.', { cause: failure })
    if (ended) return false
    if (isReady(folder, child.pid)) return true
  }
  await stop(child)
  throw new Error(`The embedded PostgreSQL in ${folder} is not ready after ${START_LIMIT_MS / 1000} s.`)
}

/** Fast shutdown: open transactions are rolled back; immediate after 10 s, which recovers at the next start. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  const hurry = setTimeout(() => child.kill('SIGQUIT'), 10_000)
  await exited
  clearTimeout(hurry)
}
