// Writes the migration from the tables that the migrations so far make to the tables that the entities describe:
// `npm run migration -w server -- order_refunds`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domains } from './domains.ts'
import { startEmbeddedPostgres } from './infra/database/embedded/embedded-postgres.ts'
import { MigrationGenerator } from './infra/database/migration-generator.ts'
import { openOrm } from './infra/database/orm.ts'

const [name = ''] = process.argv.slice(2)
if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
  console.error('Name the change in lower case: npm run migration -w server -- order_refunds')
  process.exit(1)
}

const dataDir = mkdtempSync(join(tmpdir(), 'vesper-migration-'))
const postgres = await startEmbeddedPostgres(dataDir)
const orm = await openOrm(postgres.url, domains, { generator: MigrationGenerator })
try {
  await orm.schema.ensureDatabase()
  await orm.migrator.up()
  const { fileName } = await orm.migrator.create(undefined, false, false, name)
  console.log(fileName ? `Wrote ${fileName}` : 'The migrations already make the tables that the entities describe.')
} finally {
  await orm.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
