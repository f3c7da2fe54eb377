import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { createApp } from '../create-app.ts'
import { startServer } from '../start-server.ts'
import { startCluster } from '../testing/cluster.ts'
import type { TestServer } from '../testing/server.ts'

export type BenchServer = Pick<TestServer, 'app' | 'url' | 'logLines' | 'stop'>

/** A whole server in this process over a PostgreSQL of its own, which does not wait for the disk. With `jobs` off it runs none. */
export async function startBenchServer({
  jobs = 'on',
  ...given
}: { jobs?: 'on' | 'off' } & Partial<Omit<Config, 'jobs'>> = {}): Promise<BenchServer> {
  const cluster = await startCluster()
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-bench-'))
  const env = { NODE_ENV: 'test', PORT: '0', DATA_DIR: dataDir, RATE_LIMITS: 'off', SEED: 'none', JOBS: jobs }
  const config = {
    ...readConfig(env),
    databaseUrl: cluster.url('bench'),
    jwtSecrets: [randomBytes(32).toString('hex')] as const,
    detailsKeys: [randomBytes(32)] as const,
    vapidPrivateKeys: [randomBytes(32)] as const,
    environment: 'production' as const,
    mailbox: 'off' as const,
    ...given,
  }
  const app = await createApp(config, { log: pino({ level: 'silent' }) })
  const server = await startServer(app)
  return {
    app,
    url: server.url,
    logLines: [],
    async stop() {
      await server.stop()
      await app.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
