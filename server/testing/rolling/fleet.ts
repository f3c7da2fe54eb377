import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../infra/database/embedded/free-port.ts'
import { startCaddy } from '../caddy.ts'
import type { Caddy } from '../caddy.ts'
import { startRedis } from '../redis.ts'
import { spawnServer } from '../server-process.ts'
import type { ServerProcess } from '../server-process.ts'

const NEXT_RELEASE = import.meta.resolve('./next-release.ts')
/** As in docker-compose.yml. */
const STOP_DELAY_MS = '3000'

/** Servers, each a process of its own, on one database and one Redis, behind the Caddy of deploy/Caddyfile. */
export type Fleet = {
  /** The address of the site. */
  url: string
  nodes: number
  /** Ends a server by a signal, and starts one in its place; resolves once that is ready. */
  replace: (index: number, by: { signal: 'SIGTERM' | 'SIGKILL'; release: 'same' | 'next' }) => Promise<void>
  /** How long processors have worked for the servers that run now. */
  processorSeconds: () => number
  stop: () => Promise<void>
}

/** The start of one server, at a fixed port of 127.0.0.1. */
export type StartNode = (env: Record<string, string>) => ServerProcess

/** Starts `nodes` servers with the variables of `env`, which names the database and the keys. */
export async function startFleet(
  nodes: number,
  { env, start = spawnServer }: { env: Record<string, string>; start?: StartNode },
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-fleet-'))
  const redis = await startRedis()
  const ports: number[] = []
  while (ports.length < nodes) ports.push(await freePort())
  const startNode = (index: number, release: 'same' | 'next'): ServerProcess =>
    start({
      ...{ JOBS: 'off', TRUST_PROXY: '1', STOP_DELAY_MS, REDIS_URL: redis.url, DATA_DIR: join(folder, String(index)) },
      ...{ PORT: String(ports[index]), LOG_LEVEL: 'error', ...env },
      ...(release === 'next' && { NODE_OPTIONS: `--import=${NEXT_RELEASE}` }),
    })
  const servers: ServerProcess[] = []
  let caddy: Caddy | null = null
  async function stop(): Promise<void> {
    await caddy?.stop()
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    await redis.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const index of ports.keys()) servers.push(startNode(index, 'same'))
    await Promise.all(servers.map(({ ready }) => ready))
    caddy = await startCaddy({ APP_ADDRESS: ports.map((port) => `127.0.0.1:${port}`).join(' ') })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...{ url: caddy.url, nodes },
    async replace(index, { signal, release }) {
      await servers[index]?.end(signal)
      servers[index] = startNode(index, release)
      await servers[index].ready
    },
    processorSeconds: () => servers.reduce((sum, { child }) => sum + secondsOf(child.pid), 0),
    stop,
  }
}

/** The time that a process has had of processors, in steps of 10 ms. */
function secondsOf(pid: number | undefined): number {
  const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? []
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}
