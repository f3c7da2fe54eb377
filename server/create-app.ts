import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { App } from './context.ts'
import { lockDataDirectory } from './infra/database/embedded/data-directory-lock.ts'
import { startEmbeddedPostgres } from './infra/database/embedded/embedded-postgres.ts'
import { migrate } from './infra/database/migrate.ts'
import { openOrm } from './infra/database/orm.ts'
import { readOrMakeSecret } from './infra/database/secret-file.ts'
import { openPartialUploads } from './infra/files/storage/partial-uploads.ts'
import { openLocalStorage } from './infra/files/storage/storage.ts'
import { createLog } from './infra/http/log.ts'
import { sweepUploads } from './infra/http/body/uploads.ts'
import type { LivePort } from './infra/live/live-port.ts'
import { createMailer } from './infra/mail/mailer.ts'
import { smtpTransport } from './infra/mail/smtp.ts'
import { openSettings } from './domains/settings/settings.ts'

/** The app with what it holds: `close` gives it all back, the last opened first. */
export type ComposedApp = App & { close: () => Promise<void> }

/**
 * Opens everything that the configuration names: the data directory, the database with its schema up to date, files,
 * mail, settings. Whatever fails, nothing stays open.
 */
export async function createApp(
  config: Config,
  { log = createLog(config.logLevel), clock = () => new Date() }: { log?: Logger; clock?: () => Date } = {},
): Promise<ComposedApp> {
  const cleanUps: (() => Promise<unknown>)[] = []
  async function close(): Promise<void> {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  }
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
    cleanUps.push(await lockDataDirectory(config.dataDir))
    const orm = await openOrm(config.databaseUrl ?? (await openEmbedded(config.dataDir, { log, cleanUps })))
    cleanUps.push(() => orm.close(true))
    await migrate(orm)
    sweepUploads(config.dataDir)
    const transport = config.smtpUrl ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom }) : null
    const mailer = createMailer({ orm, log, clock, transport })
    mailer.start()
    cleanUps.push(() => mailer.stop())
    return {
      ...{ config, orm, log, clock, mailer, close },
      settings: openSettings({ orm, log }),
      storage: await openLocalStorage(config.dataDir),
      parts: await openPartialUploads(config.dataDir),
      live: { ...silence },
      secret: config.jwtSecret
        ? new TextEncoder().encode(config.jwtSecret)
        : readOrMakeSecret(join(config.dataDir, 'secret')),
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Nobody is connected before the server listens. */
const silence: LivePort = {
  poke: () => {},
  settled: () => Promise.resolve(),
  toConversation: () => {},
  toMember: () => {},
  endSessions: () => {},
}

async function openEmbedded(
  dataDir: string,
  { log, cleanUps }: { log: Logger; cleanUps: (() => Promise<unknown>)[] },
): Promise<string> {
  const postgres = await startEmbeddedPostgres(dataDir, (message, error) => log.error({ err: error }, message))
  cleanUps.push(postgres.stop)
  return postgres.url
}
