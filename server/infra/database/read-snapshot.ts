import { IsolationLevel } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { App } from '../../app.ts'

/** Reads what is true at one moment. The answer waits for no end of its transaction, which has written nothing. */
export async function readSnapshot<Result>(
  app: Pick<App, 'orm' | 'log'>,
  work: (em: EntityManager) => Promise<Result>,
): Promise<Result> {
  const em = app.orm.em.fork()
  await em.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
  const leave = (ended: Promise<void>) =>
    void ended.catch((error: unknown) => app.log.warn({ err: error }, 'a reading is left to end by itself'))
  try {
    const result = await work(em)
    leave(em.commit())
    return result
  } catch (error) {
    leave(em.rollback())
    throw error
  }
}
