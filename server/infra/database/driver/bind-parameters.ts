import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql'
import { CompiledQuery } from 'kysely'
import type { Kysely } from 'kysely'

/** PostgreSQL takes 65,535 at most, and of so many no two statements are alike. */
const VALUES_MAX = 1_000

type Execute = PostgreSqlConnection['execute']
type QueryExecutor = Pick<Kysely<unknown>, 'executeQuery'>

/**
 * The ORM writes values into its statements: no two are alike, and PostgreSQL parses and plans each anew, which for most
 * takes longer than to run them. Here they travel beside the statement, where all of them are plain (texts, numbers, times);
 * any other statement is left to the ORM.
 */
class NativeParametersConnection extends PostgreSqlConnection {
  override execute: Execute = async (...given) => {
    const [query, values, method, , options] = given
    const transaction = given[3] as QueryExecutor | undefined
    // An abortable query needs more than sending.
    const isPlain = typeof query === 'string' && Array.isArray(values) && !(options && 'signal' in options)
    const compiled = isPlain ? compile(query, values) : null
    if (!compiled) return super.execute(...given)
    await this.ensureConnection()
    if (!transaction && method !== 'run') return this.executeQuery(compiled.sql, () => this.#read(compiled, method))
    const client = transaction ?? this.getClient()
    return this.executeQuery(compiled.sql, async () =>
      this.transformRawResult(await client.executeQuery(compiled), method),
    )
  }

  /** Past the query builder, which takes as long for a statement as all else that this process does for it. */
  async #read<T>({ sql, parameters }: CompiledQuery, method: 'all' | 'get' = 'all'): Promise<T> {
    const pool = await this.getNativeClient()
    const client = await pool.connect()
    try {
      return this.transformRawResult<T>(await client.query<object>(sql, [...parameters]), method)
    } finally {
      client.release()
    }
  }
}

class NativeParametersOrmDriver extends PostgreSqlDriver {
  protected override readonly connection = new NativeParametersConnection(this.config)
}

/** The ORM's driver for PostgreSQL, over such connections. */
export const BindParametersDriver: typeof PostgreSqlDriver = NativeParametersOrmDriver

/** With `$1` for the first `?`; null where the ORM has more to do than to put values in their places. */
function compile(query: string, values: readonly unknown[]): CompiledQuery | null {
  // `??` is a name, `\?` an operator.
  if (values.length === 0 || values.length > VALUES_MAX || /\?\?|\\\?/.test(query)) return null
  const plain = values.map(plainValue)
  if (plain.includes(undefined)) return null
  let count = 0
  return CompiledQuery.raw(
    query.replaceAll('?', () => `$${(count += 1)}`),
    plain,
  )
}

function plainValue(value: unknown): string | number | boolean | bigint | null | undefined {
  if (value instanceof Date) return value.toISOString()
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
      return value
    default:
      return value === null ? null : undefined
  }
}
