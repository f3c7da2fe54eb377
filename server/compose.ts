import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { App } from './context.ts'
import { lockDataDirectory } from './database/data-directory-lock.ts'
import { startEmbeddedPostgres } from './database/embedded-postgres.ts'
import { migrate } from './database/migrate.ts'
import { openOrm } from './database/orm.ts'
import { readOrMakeSecret } from './database/secret-file.ts'
import { openParts } from './files/parts.ts'
import { openLocalStorage } from './files/storage.ts'
import { createLog } from './http/log.ts'
import { sweepUploads } from './http/uploads.ts'
import type { LivePort } from './live/live-port.ts'
import { createMailer } from './mail/mailer.ts'
import { smtpTransport } from './mail/smtp.ts'
import { openSettings } from './settings/settings.ts'

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
      parts: await openParts(config.dataDir),
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
