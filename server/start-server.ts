import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from './app.ts'
import { flushViews } from './content/count-view.ts'
import { mountEvidence } from './domains/community/cases/mount-evidence.ts'
import { mountDownloads } from './domains/content/products/downloads/mount-downloads.ts'
import { mountPayments } from './domains/money/payments/mount-payments.ts'
import { flushGathered } from './domains/notify/notifications/gather.ts'
import { flushPushes } from './domains/notify/push/queue.ts'
import { captchaSources } from './domains/site/captcha/captcha-sources.ts'
import { mountFlags } from './domains/site/reference/flags.ts'
import { receiptsSettled } from './domains/talk/conversations/receipt-queue.ts'
import type { Service } from './infra/domain.ts'
import { mountMediaEndpoint } from './infra/files/media/media-endpoint.ts'
import { clientPages } from './infra/heads/client-pages.ts'
import { filesOfPages } from './infra/heads/preload-links.ts'
import { mountSharePictures } from './infra/heads/share-pictures.ts'
import { mountSitemap } from './infra/heads/sitemap.ts'
import { assertPortFree } from './infra/http/assert-port-free.ts'
import { mountHealth } from './infra/http/health.ts'
import { HttpServer } from './infra/http/http-server.ts'
import { mountRoutes } from './infra/http/mount-routes.ts'
import { mountDocs } from './infra/http/openapi/mount-docs.ts'
import { createRequestPipeline } from './infra/http/request-pipeline.ts'
import { securityHeaders } from './infra/http/security-headers.ts'
import { mountShareTarget } from './infra/http/share-target.ts'
import { fallback } from './infra/http/static/client-fallback.ts'
import { keepAssets } from './infra/http/static/keep-assets.ts'
import { openOldAssets } from './infra/http/static/old-assets.ts'
import { FILE_LIMITS, readStaticFiles } from './infra/http/static/static-files.ts'
import { startLive } from './infra/live/start-live.ts'
import { mountMailbox } from './infra/mail/mailbox.ts'
import { startInternalServer } from './infra/observe/internal-server.ts'
import { mountLivekit } from './infra/rtc/livekit/mount-livekit.ts'
import { stopServing } from './infra/sync/history/server-lease.ts'

export type RunningServer = {
  port: number
  /** Where this process listens, whatever name people reach it by. */
  url: string
  /**
   * Says so at `/ready` and serves on for `stopDelayMs`. Then it takes no new connections, finishes requests (10 s), closes
   * sockets (5 s) and gives jobs back (10 s). The app stays open: it is its maker's to close.
   */
  stop: () => Promise<void>
}

const EVERYWHERE = '0.0.0.0'
const builtClient = join(import.meta.dirname, '..', 'client', 'dist')

/**
 * Serves the app on the host and port of its configuration, with the client that was built into the folder `client`.
 * Throws `StartupError` when another program listens there.
 */
export async function startServer(
  app: App,
  {
    client = builtClient,
    services: begun = app.domains.services,
  }: { client?: string; services?: readonly Service[] } = {},
): Promise<RunningServer> {
  const { host, port } = app.config
  await assertPortFree(host, port)
  const { routes } = app.domains
  const server = new HttpServer({ exclusivePort: host === EVERYWHERE, behindProxy: app.config.trustProxy > 0 })
  const exchange = createRequestPipeline(app)
  const { publicUrl, rtc, cdn } = app.config
  const sources = { publicUrl, cdnUrl: cdn?.url ?? null, livekitUrl: rtc.livekit?.url ?? null }
  server.use(securityHeaders({ ...sources, captcha: () => captchaSources(app) }))
  mountRoutes(server, app, { routes, exchange })
  await mountDocs(server, routes, exchange)
  mountMediaEndpoint(server, app, exchange)
  mountHealth(server, app, exchange)
  mountMailbox(server, app, exchange)
  mountPayments(server, app, exchange)
  mountLivekit(server, app, exchange)
  mountDownloads(server, app, exchange)
  mountEvidence(server, app, exchange)
  mountFlags(server, exchange)
  mountSharePictures(server, app, exchange)
  mountShareTarget(server, exchange)
  const files = await readStaticFiles(client)
  const pageFiles = filesOfPages(files)
  const oldAssets = app.bucket && openOldAssets(app, app.bucket)
  const pages = await fallback(files, { methods: server.methods, oldAssets }, (page) =>
    clientPages(app, page, pageFiles),
  )
  server.any('/*', exchange(mountSitemap({ server, app, exchange }, pages), FILE_LIMITS))
  const live = startLive(app, server)
  await server.listen(port, host)
  const internal = await startInternalServer(app)
  app.payments.takeEventsAt(`http://127.0.0.1:${server.port}/api/stripe/webhook`)
  const assets = app.bucket && keepAssets(app, app.bucket, files)
  const services = await Promise.all(begun.map((begin) => begin(app)))
  const jobs = app.config.jobs === 'on' ? await app.jobs.run(app) : app.jobs.watch(app)
  return {
    port: server.port,
    url: `http://${host === EVERYWHERE ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host}:${server.port}`,
    stop: async () => {
      server.leave()
      internal?.leave()
      await stopServing(app)
      await delay(app.config.stopDelayMs)
      // New connections are refused first: a socket that is told would otherwise come right back.
      const served = server.finishRequests()
      for (const service of services.toReversed()) await service.stop()
      await served
      await live.stop()
      server.cut()
      await receiptsSettled(app)
      await flushViews(app)
      await flushGathered(app)
      await flushPushes(app)
      assets?.stop()
      await jobs.stop()
      await internal?.stop()
    },
  }
}
