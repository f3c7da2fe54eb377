import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { defaultSettings } from '../domains/site/settings/defaults.ts'
import { uploadFolder, sweepUploads } from '../infra/http/body/uploads.ts'
import { HttpServer } from '../infra/http/http-server.ts'
import { createLog } from '../infra/http/log.ts'
import { mountRoutes } from '../infra/http/mount-routes.ts'
import { createRequestPipeline } from '../infra/http/request-pipeline.ts'
import type { Route } from '../infra/http/route.ts'

export type RouteServer = {
  url: string
  uploads: string
  logLines: string[]
  server: HttpServer
  stop: () => Promise<void>
}

/** Serves some routes by themselves, without a database: for what the HTTP layer does around a handler. */
export async function serveRoutes(routes: readonly Route[], given: Partial<Config> = {}): Promise<RouteServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-routes-'))
  sweepUploads(dataDir)
  const config = { ...readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), ...given }
  const logLines: string[] = []
  // These routes ask no more of the app than this.
  const log = createLog('debug', (line) => void logLines.push(line))
  const app = {
    config,
    log,
    countryOf: (_ip) => null,
    settings: { read: () => Promise.resolve(defaultSettings) },
  } as App
  const server = new HttpServer({ exclusivePort: false })
  const exchange = createRequestPipeline(app)
  mountRoutes(server, app, { routes, exchange })
  server.any(
    '/*',
    exchange((_request, response) => void response.status(204).send()),
  )
  await server.listen(0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${server.port}`,
    uploads: uploadFolder(dataDir),
    logLines,
    server,
    stop: async () => {
      await server.drain(1_000)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
