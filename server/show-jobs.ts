// Shows the state of each job: `npm run jobs -w server`. Works beside a running server.
import { resolve } from 'node:path'
import { readConfig } from './config.ts'
import { domains } from './domains.ts'
import { runningPostgresUrl } from './infra/database/embedded/embedded-postgres.ts'
import { openOrm } from './infra/database/orm.ts'
import { readJobStates } from './infra/jobs/job-states.ts'

// npm runs this in the workspace's folder; paths are meant from where npm was called.
const dataDir = resolve(process.env['INIT_CWD'] ?? '.', process.env['DATA_DIR'] || '.data')
const config = readConfig({ ...process.env, DATA_DIR: dataDir })
const url = config.databaseUrl ?? runningPostgresUrl(config.dataDir)
if (url === null) throw new Error(`No server runs on ${config.dataDir}: start it first, or set DATABASE_URL.`)
const orm = await openOrm(url, domains)
try {
  for (const { name, queued, active, failed, nextAt, lastError } of await readJobStates(orm, domains.jobs)) {
    const next = nextAt ? `, next at ${nextAt.toISOString()}` : ''
    const error = lastError === null ? '' : `, last error: ${lastError}`
    process.stdout.write(`${name}: ${queued} queued, ${active} active, ${failed} failed${next}${error}\n`)
  }
} finally {
  await orm.close()
}
