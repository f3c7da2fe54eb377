import { PgBoss } from 'pg-boss'
import type { Db } from 'pg-boss'

/** pg-boss as the house uses it: its tables stand in the schema `pgboss`, and every queue is known by name. */
export function createBoss(db: Db, options: { supervise: boolean; migrate: boolean }): PgBoss {
  return new PgBoss({
    ...{ db, schedule: false, ...options },
    // Every name is known: nothing is found by asking often.
    queueCacheIntervalSeconds: 3600,
    maintenanceIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    // Indexes that a migration leaves to be built beside writers: the migration waits for them.
    bamIntervalSeconds: options.migrate ? 10 : 3600,
  })
}
