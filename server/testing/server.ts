import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { createApp } from '../create-app.ts'
import type { AppOptions } from '../create-app.ts'
import { createLog } from '../infra/http/log.ts'
import { startServer } from '../start-server.ts'
import { cloneDatabase } from './postgres.ts'

export type TestServer = {
  app: App
  /** Without a trailing slash; calls of the API are under `${url}/api`. */
  url: string
  /** The server's log so far, one JSON object a line. */
  logLines: string[]
  /** Drops the database under the running server. */
  loseDatabase: () => Promise<void>
  /** Stops the server and removes its database and its files. */
  stop: () => Promise<void>
}

/**
 * A whole server but for the built client, on a free port of 127.0.0.1, with an empty database and data directory of its
 * own. Rate limits and jobs are off unless `config` turns them on. `services`: off, nothing else reads the database meanwhile.
 * `client`: a folder that stands for the built client.
 */
export async function startTestServer(
  given: { config?: Partial<Config>; services?: 'off'; client?: string } & Omit<AppOptions, 'log'> = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-test-'))
  const database = await cloneDatabase()
  const defaults = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    SEED: 'none',
    JOBS: 'off',
  })
  const config: Config = { ...defaults, databaseUrl: database.url, ...given.config }
  const logLines: string[] = []
  const log = createLog('debug', (line) => void logLines.push(line))
  const { config: _config, services, client = join(dataDir, 'no-client'), ...replacements } = given
  const app = await createApp(config, { ...replacements, log })
  // No client: reading and compressing one would be most of the work.
  const server = await startServer(app, {
    client,
    ...(services === 'off' && { services: [] }),
  })
  return {
    app,
    url: server.url,
    logLines,
    loseDatabase: database.drop,
    stop: async () => {
      await server.stop()
      await app.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
