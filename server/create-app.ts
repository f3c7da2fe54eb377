import { mkdirSync } from 'node:fs'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { domains } from './domains.ts'
import { openPayments } from './domains/money/payments/open-payments.ts'
import { nameOnlyKey } from './domains/notify/push/name-only-key.ts'
import { openVapid } from './domains/notify/push/vapid.ts'
import { openSocialLogin } from './domains/people/identities/open-social-login.ts'
import { requireSettledMoney } from './domains/site/settings/require-settled-money.ts'
import { openSettings } from './domains/site/settings/settings.ts'
import type { BusTimes } from './infra/bus/bus.ts'
import { openBus } from './infra/bus/open-bus.ts'
import { requireListening } from './infra/bus/require-listening.ts'
import { createKeyRing } from './infra/crypto/key-ring.ts'
import { firstKeyIds, requireSameKeys } from './infra/crypto/require-same-keys.ts'
import { createSealer } from './infra/crypto/sealer.ts'
import { openDirectSession } from './infra/database/direct-session.ts'
import { lockDataDirectory } from './infra/database/embedded/data-directory-lock.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from './infra/database/embedded/embedded-postgres.ts'
import { findDatabase, migrate, requireMigrated } from './infra/database/migrate.ts'
import { openOrm } from './infra/database/orm.ts'
import { endStrayPrograms } from './infra/files/processing/spawn-bounded.ts'
import { openStorage } from './infra/files/storage/open-storage.ts'
import { openCountries } from './infra/geo/countries.ts'
import { sweepUploads } from './infra/http/body/uploads.ts'
import type { LimitStore } from './infra/http/limits/limit-store.ts'
import { createLog } from './infra/http/log.ts'
import { openJobQueue } from './infra/jobs/job-queue.ts'
import { createLivePort } from './infra/live/live-port.ts'
import { createMailer } from './infra/mail/mailer.ts'
import { smtpTransport } from './infra/mail/smtp.ts'
import { sweepRecordings } from './infra/rtc/embedded/recordings-folder.ts'
import { openStreamEngine } from './infra/rtc/open-stream-engine.ts'
import { readEpoch } from './infra/sync/epoch.ts'
import { joinRun, leaveRun, useLease } from './infra/sync/history/server-lease.ts'
import type { ServerLease } from './infra/sync/history/server-lease.ts'
import { openKeys, sharesKeys } from './open-keys.ts'
import { StartupError } from './startup-error.ts'

/** The app with what it holds: `close` gives it all back, the last opened first. */
export type ComposedApp = App & { close: () => Promise<void> }

export type AppOptions = {
  log?: Logger
  clock?: () => Date
  /**
   * A worker shares the data directory and the database of a server, which has brought them up to date. So does an admin
   * command, which may run beside both.
   */
  role?: 'server' | 'worker' | 'admin'
  busTimes?: BusTimes
}

/**
 * Opens everything that the configuration names: the data directory, the database with its schema up to date, files,
 * mail, settings. Whatever fails, nothing stays open.
 */
export async function createApp(
  config: Config,
  { log = createLog(config.logLevel), clock = () => new Date(), role = 'server', busTimes }: AppOptions = {},
): Promise<ComposedApp> {
  const cleanUps: (() => Promise<unknown>)[] = []
  async function close(): Promise<void> {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    const keys = openKeys(config)
    if (role !== 'admin') cleanUps.push(await lockDataDirectory(config.dataDir, role))
    const openDatabase = role === 'server' ? openEmbedded : findEmbedded
    const databaseUrl = config.databaseUrl ?? (await openDatabase(config.dataDir, { log, cleanUps }))
    const orm = await openOrm(databaseUrl, domains, { poolSize: config.databasePool })
    cleanUps.push(() => orm.close(true))
    const directUrl = config.databaseDirectUrl ?? databaseUrl
    const session = openDirectSession(directUrl)
    cleanUps.push(() => session.close())
    // Before the migration: it takes a lock, which a pooler would keep.
    await findDatabase(orm, role === 'server' ? config.migrate : 'off')
    if (role !== 'admin') await requireListening(orm, directUrl)
    if (role === 'server') await migrate(orm, { mode: config.migrate, url: directUrl })
    else if (role === 'worker' && config.migrate === 'wait') await migrate(orm, { mode: 'wait' })
    else await requireMigrated(orm)
    const lease = role === 'admin' ? null : await joinRun(orm, { serves: role === 'server' })
    if (lease) cleanUps.push(() => leaveRun(orm, lease))
    if (role !== 'admin') await requireSettledMoney(orm.em.fork())
    if (role !== 'admin' && sharesKeys(config)) await requireSameKeys(orm, keys, clock())
    const bus = await openBus({ databaseUrl: directUrl, redisUrl: config.redisUrl, orm, log, times: busTimes })
    cleanUps.push(() => bus.stop())
    const limitStore = lease && (await openLimits({ config, orm, log, lease }))
    if (limitStore) cleanUps.push(limitStore.close)
    if (role === 'server') {
      sweepUploads(config.dataDir)
      await sweepRecordings(config.dataDir, clock())
    }
    const strays = endStrayPrograms()
    if (strays > 0) log.warn({ strays }, 'programs of a server that is gone were ended')
    const transport = config.smtpUrl ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom }) : null
    const queue = await openJobQueue({
      orm,
      log,
      bus,
      jobs: domains.jobs,
      // An admin command runs none, whatever its environment says.
      chosen: role === 'admin' ? [] : config.workerQueues,
      maintains: role === 'worker' || (role === 'server' && config.jobs === 'on'),
    })
    cleanUps.push(() => queue.close())
    const { publicUrl } = config
    const payments = await openPayments({ payments: config.payments, databaseUrl, publicUrl, log })
    cleanUps.push(payments.close)
    const secret = createKeyRing('session', keys.session)
    const rtc = await openStreamEngine({ config, log, clock, secret })
    cleanUps.push(() => rtc.stop())
    const app: ComposedApp = {
      ...{ config, domains, orm, session, log, clock, close },
      mailer: createMailer({ orm, log, clock, transport, wordsOf: domains.mailWords }),
      jobs: queue,
      payments,
      socialLogin: openSocialLogin(config),
      settings: openSettings({ orm, log }),
      ...(await openStorage(config, role === 'server' ? 'work' : `${role}-work`)),
      countryOf: await openCountries(config.geoipPath, log),
      bus,
      limitStore,
      live: createLivePort(bus),
      rtc,
      keyIds: firstKeyIds(keys),
      sealer: createSealer(keys.details),
      vapid: openVapid(keys.vapid, config),
      secret,
    }
    if (role === 'server') await nameOnlyKey(orm, app.vapid)
    if (lease) useLease(app, lease)
    return app
  } catch (error) {
    await close()
    throw error
  }
}

type Limiting = Pick<App, 'config' | 'orm' | 'log'> & { lease: ServerLease }

async function openLimits({ config, orm, log, lease }: Limiting): Promise<LimitStore | null> {
  if (config.redisUrl === null) return null
  const { openLimitStore } = await import('./infra/http/limits/limit-store.ts')
  const { epoch } = await readEpoch(orm.em.fork())
  return openLimitStore({ url: config.redisUrl, name: epoch, log, servers: () => lease.servers })
}

type Embedding = { log: Logger; cleanUps: (() => Promise<unknown>)[] }

async function openEmbedded(dataDir: string, { log, cleanUps }: Embedding): Promise<string> {
  const postgres = await startEmbeddedPostgres(dataDir, (message, error) => log.error({ err: error }, message))
  cleanUps.push(postgres.stop)
  return postgres.url
}

function findEmbedded(dataDir: string): Promise<string> {
  const url = runningPostgresUrl(dataDir)
  if (url === null) throw new StartupError(`No server runs on ${dataDir}. Start it first, or set DATABASE_URL.`)
  return Promise.resolve(url)
}
