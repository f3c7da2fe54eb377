// Writes the migration from what the migrations so far make to what the entities say: `npm run migration -w server`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domains } from './domains.ts'
import { startEmbeddedPostgres } from './infra/database/embedded/embedded-postgres.ts'
import { openOrm } from './infra/database/orm.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'vesper-migration-'))
const postgres = await startEmbeddedPostgres(dataDir)
const orm = await openOrm(postgres.url, domains)
try {
  await orm.schema.ensureDatabase()
  await orm.migrator.up()
  const { fileName } = await orm.migrator.create()
  console.log(fileName ? `Wrote ${fileName}` : 'The migrations already make what the entities say.')
} finally {
  await orm.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
