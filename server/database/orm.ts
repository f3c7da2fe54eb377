import { join } from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import { changeFeed } from './change-feed.ts'
import { entities } from './entities.ts'
import { keepStatements } from './kept-statements.ts'
import { raiseSpacesRoutine } from './raise-spaces.ts'
import { releaseLostConnections } from './lost-connections.ts'
import { NativeParametersDriver } from './native-parameters.ts'

/** The ORM over the database at `url`; connects with the first query. */
export function openOrm(url: string): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    driver: NativeParametersDriver,
    entities,
    routines: [raiseSpacesRoutine],
    subscribers: [changeFeed],
    extensions: [Migrator],
    migrations: {
      path: join(import.meta.dirname, 'migrations'),
      emit: 'ts',
      // What the migrations make is asked of a database that they made.
      snapshot: false,
    },
    pool: { min: 2, max: 20 },
    driverOptions: {
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
