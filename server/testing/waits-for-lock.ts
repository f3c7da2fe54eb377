import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Resolves when a connection to the server's database waits for a lock that another one holds. */
export async function waitsForLock({ app }: Pick<TestServer, 'app'>): Promise<void> {
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(() => app.orm.em.fork().execute<unknown[]>(waiting)).not.toEqual([])
}
