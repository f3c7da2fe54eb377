import { join } from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Options } from '@mikro-orm/postgresql'
import pg from 'pg'
import type { Pool } from 'pg'
import type { Domains } from '../join-domains.ts'
import { createChangeFeed } from '../sync/change-feed/change-feed.ts'
import { raiseSpacesRoutine } from '../sync/change-feed/raise-spaces.ts'
import { BindParametersDriver } from './driver/bind-parameters.ts'
import { releaseLostConnections } from './driver/lost-connections.ts'
import { keepStatements } from './driver/prepared-statements.ts'

const POOL_SIZE = 20
/** A migration waits so many milliseconds for a lock: what writes the same table waits behind it. */
const LOCK_MS = 3_000
const MIGRATIONS = join(import.meta.dirname, 'migrations')
/** Migrations that take something away, once no server of an older release is there. */
export const CONTRACT_MIGRATIONS = join(MIGRATIONS, 'contract')

/**
 * The ORM over the database at `url`; connects with the first query. It keeps `poolSize` connections at most. The rest of the
 * options is for migrations, and differs in tools and tests.
 */
export function openOrm(
  url: string,
  { entities, recorders, routines }: Pick<Domains, 'entities' | 'recorders' | 'routines'>,
  { poolSize = POOL_SIZE, ...migrations }: Options['migrations'] & { poolSize?: number } = {},
): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    driver: BindParametersDriver,
    entities,
    routines: [raiseSpacesRoutine, ...routines],
    subscribers: [createChangeFeed(recorders)],
    extensions: [Migrator],
    migrations: {
      path: MIGRATIONS,
      emit: 'ts',
      // The schema is read from a migrated database, so that no snapshot can drift.
      snapshot: false,
      ...migrations,
    },
    pool: { min: 2, max: poolSize },
    driverOptions: {
      // The ORM reads no parameters of the address, such as the certificate that it names.
      ssl: new pg.Client(url).ssl,
      onPoolCreated(pool: Pool) {
        releaseLostConnections(pool)
        keepStatements(pool)
      },
    },
    // Every piece of work forks: one shared identity map would show one request the rows of another.
    allowGlobalContext: false,
    // Queries hold what people write.
    debug: false,
    logger: () => {},
  })
}

/** An ORM without entities that runs the migrations of a folder, each in a transaction of its own. */
export function openMigrator(url: string, path: string): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    driver: BindParametersDriver,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { path, snapshot: false, allOrNothing: false },
    pool: { min: 0, max: 2 },
    driverOptions: { ssl: new pg.Client(url).ssl, lock_timeout: LOCK_MS },
    debug: false,
    logger: () => {},
  })
}
