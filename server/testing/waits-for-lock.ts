import { expect } from 'vitest'
import type { TestServer } from './server.ts'

/** Resolves when so many connections to the server's database wait for a lock that another one holds; one unless told. */
export async function waitsForLock({ app }: Pick<TestServer, 'app'>, count = 1): Promise<void> {
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect
    .poll(async () => (await app.orm.em.fork().execute<unknown[]>(waiting)).length)
    .toBeGreaterThanOrEqual(count)
}
