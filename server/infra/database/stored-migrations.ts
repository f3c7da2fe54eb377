import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MikroORM } from '@mikro-orm/postgresql'
import { StartupError } from '../../startup-error.ts'
import { readVersion } from '../sync/epoch.ts'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

/** The version of this server. */
export const VERSION = manifest.version

/** Tells releases apart: the version, and the newest migration that comes with it. */
export const RELEASE = `${VERSION}+${timeOfNewest(ownMigrations())}`

/**
 * Versions before 0.2.0 stored migrations as bare times, such as `Migration20261126205959`. They get the names of their
 * files, so that `up` does not run them again. Committed when this resolves: `up` reads on a connection of its own.
 */
export async function renameStoredMigrations(orm: MikroORM): Promise<void> {
  const names = new Map(knownMigrations(orm).map((name) => [name.split('_', 1)[0], name]))
  const stored = await storedMigrations(orm)
  await orm.em.fork().transactional(async (em) => {
    for (const bare of stored) {
      const name = names.get(bare)
      if (name !== undefined && name !== bare) {
        await em.execute('update mikro_orm_migrations set name = ? where name = ?', [name, bare])
      }
    }
  })
}

/**
 * Throws `StartupError` when a newer version has migrated the database: this version would misread its tables. Stored
 * migrations must have the names of their files.
 */
export async function refuseNewerDatabase(orm: MikroORM): Promise<void> {
  const known = new Set(knownMigrations(orm))
  const unknown = (await storedMigrations(orm)).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const version = await readVersion(orm.em.fork())
  const isSameVersion = version === VERSION
  const newer = isSameVersion ? `release of Vesper, ${VERSION}+${timeOfNewest(unknown)},` : versionNamed(version)
  const own = isSameVersion ? `Release ${RELEASE}` : `Version ${VERSION}`
  throw new StartupError(
    `A newer ${newer} has migrated the database. ${own} does not know its migration ${unknown.join(', ')}. ` +
      'Start the newer version again, or restore a backup from before the update.',
  )
}

function versionNamed(version: string | null): string {
  return version === null ? 'version of Vesper' : `version of Vesper, ${version},`
}

/** Names of the files of migrations, those that take something away included, the oldest first. */
function knownMigrations(orm: MikroORM): string[] {
  const { path = '' } = orm.config.get('migrations')
  const folders = [path, join(path, 'contract')]
  return folders.flatMap(namesIn).toSorted()
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
}

function ownMigrations(): string[] {
  const folder = join(import.meta.dirname, 'migrations')
  return [...namesIn(folder), ...namesIn(join(folder, 'contract'))]
}

function timeOfNewest(migrations: readonly string[]): string {
  return /\d+/.exec(migrations.toSorted().at(-1) ?? '')?.[0] ?? ''
}

async function storedMigrations(orm: MikroORM): Promise<string[]> {
  return (await orm.migrator.getExecuted()).map(({ name }) => name)
}
