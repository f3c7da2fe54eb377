import type { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import type { Db } from 'pg-boss'
import { poolOf } from '../database/pool-of.ts'

/** Lets pg-boss use the ORM's connections: it needs none of its own. */
export async function bossDatabase(orm: MikroORM): Promise<Db> {
  const pool = await poolOf(orm)
  // The ORM leaves times as text; pg-boss expects dates.
  return { executeSql: (text, values) => pool.query({ text, values: values ?? [], types: pg.types }) }
}
