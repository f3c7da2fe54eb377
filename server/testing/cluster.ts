import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../infra/database/embedded/free-port.ts'
import { postgresBinaries } from '../infra/database/embedded/postgres-binaries.ts'
import type { PostgresBinaries } from '../infra/database/embedded/postgres-binaries.ts'

/** A PostgreSQL of its own in a temporary folder: nothing in it survives `stop()`, or the death of this process. */
export type Cluster = {
  /** Connection address of one database, for the superuser. */
  url: (database: string) => string
  stop: () => Promise<void>
}

type Account = { uid: number; gid: number }
/** Where a cluster and its programs are, and the account that runs them. */
export type Place = {
  folder: string
  data: string
  account: Account | undefined
  binaries: PostgresBinaries
  password: string
}

// Nothing here has to outlive a crash.
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

// The server ends with whoever started it, even if that one is killed: its end of file descriptor 3 closes then.
// Nobody reads the complaints of what comes after.
const supervise = `
"$@" 3<&- & server=$!
(read -r _ <&3; kill -QUIT $server) & watcher=$!
wait $server; code=$?
exec 2>/dev/null
kill $watcher
rm -rf data
exit $code`
const superviseOnly = supervise.replace('rm -rf data\n', '')

/** Starts a new cluster in well under a second; throws with PostgreSQL's own words if it does not come up. */
export async function startCluster(): Promise<Cluster> {
  const place = await preparePlace()
  try {
    await initialise(place)
    const { server, port } = await run(place)
    return {
      url: (database) => `postgresql://postgres:${place.password}@127.0.0.1:${port}/${database}`,
      stop: () => stop(server, place),
    }
  } catch (error) {
    await rm(place.folder, { recursive: true, force: true })
    throw error
  }
}

/** A new folder that the account of PostgreSQL may enter. */
export async function preparePlace(): Promise<Place> {
  const account = await unprivilegedAccount()
  const folder = await mkdtemp(join(tmpdir(), 'vesper-postgres-'))
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  if (account) {
    await chmod(folder, 0o755)
    await chown(data, account.uid, account.gid)
  }
  const binaries = await reachableBinaries(folder, account)
  return { folder, data, account, binaries, password: randomBytes(16).toString('hex') }
}

/** Makes the cluster of a place. */
export async function initialise({ folder, data, account, binaries, password }: Place): Promise<void> {
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  const args = ['--pgdata', data, '--username=postgres', '--auth=password', '--pwfile', passwordFile, '--no-sync']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const options = { ...account, cwd: folder, encoding: 'utf8' } as const
  const { status, stderr, error } = spawnSync(binaries.initdb, [...args, ...locale], options)
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`, { cause: error })
}

/** Starts the cluster of a place, on `port` or on a free one. Its data goes when it ends, unless `keeps`. */
export async function run(
  place: Place,
  given: { port?: number; settings?: Record<string, string>; keeps?: boolean } = {},
  attempts = 3,
): Promise<{ server: ChildProcess; port: number }> {
  const port = given.port ?? (await freePort())
  const flags = Object.entries({ ...settings, ...given.settings }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const command = [place.binaries.postgres, '-D', place.data, '-p', String(port), ...flags]
  const server = spawn('sh', ['-c', given.keeps ? superviseOnly : supervise, 'sh', ...command], {
    ...place.account,
    cwd: place.folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const log = await readUntilReady(server)
  if (log === null) return { server, port }
  if (attempts > 1 && log.includes('could not bind')) return run(place, given, attempts - 1)
  throw new Error(`PostgreSQL did not start: ${log}`)
}

/** Null once the server takes connections; what it said if it ended instead. */
function readUntilReady(server: ChildProcess): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (text.includes('ready to accept connections')) resolve(null)
    })
    server.once('error', reject)
    server.once('close', () => resolve(log))
  })
}

async function stop(server: ChildProcess, { folder }: Place): Promise<void> {
  await end(server)
  await rm(folder, { recursive: true, force: true })
}

/** Ends a running cluster as a loss of power would. */
export async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = once(server, 'exit')
  server.stdio[3]?.destroy()
  await ended
}

/** PostgreSQL refuses to run as root: another account then, that needs no privilege. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].map((name) => accounts.find(([user]) => user === name)).find(Boolean)
  if (!found) throw new Error('PostgreSQL does not run as root, and there is no account "postgres" or "nobody"')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** The binaries of the npm package, copied into `folder` where the account may not enter the project's folder. */
async function reachableBinaries(folder: string, account: Account | undefined): Promise<PostgresBinaries> {
  const binaries = await postgresBinaries()
  if (!account || spawnSync(binaries.postgres, ['--version'], { ...account, cwd: '/' }).status === 0) return binaries
  const native = dirname(dirname(binaries.postgres))
  const copy = join(folder, 'native')
  await cp(native, copy, { recursive: true, verbatimSymlinks: true })
  return { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') }
}
