import { IsolationLevel } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { App } from '../context.ts'

/** Reads what is true at one moment. The answer waits for no end of its transaction, which has written nothing. */
export async function readSnapshot<Result>(app: App, work: (em: EntityManager) => Promise<Result>): Promise<Result> {
  const em = app.orm.em.fork()
  await em.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
  try {
    return await work(em)
  } finally {
    em.rollback().catch((error: unknown) => app.log.warn({ err: error }, 'a reading is left to end by itself'))
  }
}
