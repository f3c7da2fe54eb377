import type { PgBoss } from 'pg-boss'
import type { RecurringJob } from './job.ts'

/** Has a recurring job wait for nothing but a worker. */
export async function bringForward(boss: PgBoss, { name }: RecurringJob): Promise<void> {
  const isNew = await boss.send(name, null, { singletonKey: name })
  if (!isNew) await boss.update(name, undefined, { singletonKey: name, startAfter: 0 })
}
