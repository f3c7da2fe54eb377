import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'

/** The connections of the ORM, for libraries that bring statements of their own. */
export function poolOf(orm: MikroORM): Promise<pg.Pool> {
  return orm.em.getConnection().getNativeClient()
}
