import { join } from 'node:path'
import { Migrator } from '@mikro-orm/migrations'
import { MikroORM } from '@mikro-orm/postgresql'
import { changeFeed } from './change-feed.ts'
import { entities } from './entities.ts'
import { raiseSpacesRoutine } from './raise-spaces.ts'
import { releaseLostConnections } from './lost-connections.ts'

/** The ORM over the database at `url`; connects with the first query. */
export function openOrm(url: string): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
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
    driverOptions: { onPoolCreated: releaseLostConnections },
    // Every piece of work forks: one shared identity map would show one request the rows of another.
    allowGlobalContext: false,
    // Queries hold what people write.
    debug: false,
    logger: () => {},
  })
}
