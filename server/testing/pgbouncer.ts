import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../infra/database/embedded/free-port.ts'
import { isServiceThere } from './required-services.ts'

/** True where PgBouncer is installed; tests that need one are skipped without it, or fail with `REQUIRE_SERVICES=1`. */
export const hasPgBouncer = isServiceThere('pgbouncer', spawnSync('pgbouncer', ['--version']).status === 0)

/** A pooler in front of the PostgreSQL of `databaseUrl`, with the address of the same database through it. */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction',
): Promise<{ url: string; stop: () => Promise<void> }> {
  const target = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'vesper-pgbouncer-'))
  await chmod(folder, 0o755)
  const behind = { host: target.hostname, port: target.port, user: target.username, password: target.password }
  const settings = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', pool_mode: mode },
    ...{ default_pool_size: 50, server_lifetime: 3600, ignore_startup_parameters: 'extra_float_digits' },
  }
  const lines = (entries: object) => Object.entries(entries).map(([key, value]) => `${key} = ${value}`)
  const everything = Object.entries(behind).map(([key, value]) => `${key}=${value}`)
  const config = ['[databases]', `* = ${everything.join(' ')}`, '[pgbouncer]', ...lines(settings), '']
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, config.join('\n'))
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' })
  const exited = once(pooler, 'exit')
  const url = Object.assign(new URL(databaseUrl), { hostname: '127.0.0.1', port: String(port) }).href
  await answers(url, pooler)
  return {
    url,
    async stop() {
      pooler.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string, { exitCode }: { exitCode: number | null }): Promise<void> {
  for (let attempt = 0; attempt < 100 && exitCode === null; attempt += 1) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    const isThere = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isThere) return
    await delay(100)
  }
  throw new Error('PgBouncer did not start')
}
