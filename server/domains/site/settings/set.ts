// Shows the settings, or changes some: `npm run setting -w server -- requireEmailVerification=true 'siteName="Dusk"'`.
// `-- help` lists every setting with its meaning. Works beside a running server, which follows within seconds, and without one.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { pino } from 'pino'
import { readConfig } from '../../../config.ts'
import { domains } from '../../../domains.ts'
import { lockDataDirectory } from '../../../infra/database/embedded/data-directory-lock.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from '../../../infra/database/embedded/embedded-postgres.ts'
import { openOrm } from '../../../infra/database/orm.ts'
import { storeSettings } from './commands.ts'
import { settingMeanings } from './setting-meanings.ts'
import { openSettings } from './settings.ts'

const given = process.argv.slice(2)
if (given[0] === 'help') {
  for (const [key, meaning] of Object.entries(settingMeanings)) process.stdout.write(`${key}  ${meaning}\n`)
  process.exit()
}
const changes = Object.fromEntries(given.map(parseChange))
// npm runs this in the workspace's folder; paths are meant from where npm was called.
const dataDir = resolve(process.env['INIT_CWD'] ?? '.', process.env['DATA_DIR'] || '.data')
const config = readConfig({ ...process.env, DATA_DIR: dataDir })
const known = config.databaseUrl ?? runningPostgresUrl(config.dataDir)
// A server that a setting keeps from starting does not run.
const own = known === null ? await openEmbedded(config.dataDir) : null
const orm = await openOrm(known ?? own?.url ?? '', domains)
try {
  if (Object.keys(changes).length > 0) {
    await orm.em.fork().transactional((em) => storeSettings({ em, now: new Date() }, changes))
  }
  const values = await openSettings({ orm, log: pino({ level: 'silent' }) }).read()
  for (const [key, value] of Object.entries(values)) process.stdout.write(`${key}=${JSON.stringify(value)}\n`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  for (const { path, message } of error.details ?? []) process.stderr.write(`${path}: ${message}\n`)
  process.exitCode = 1
} finally {
  await orm.close()
  await own?.close()
}

async function openEmbedded(dataDir: string): Promise<{ url: string; close: () => Promise<void> }> {
  if (!existsSync(dataDir)) throw new Error(`There is no server in ${dataDir}. Start one first, or set DATABASE_URL.`)
  const unlock = await lockDataDirectory(dataDir, 'server')
  const postgres = await startEmbeddedPostgres(dataDir)
  return {
    url: postgres.url,
    async close() {
      await postgres.stop()
      await unlock()
    },
  }
}

/** A value is JSON; what is not JSON is text. */
function parseChange(argument: string): [key: string, value: unknown] {
  const at = argument.indexOf('=')
  const [key, text] = at < 0 ? [argument, ''] : [argument.slice(0, at), argument.slice(at + 1)]
  try {
    return [key, JSON.parse(text)]
  } catch {
    return [key, text]
  }
}
