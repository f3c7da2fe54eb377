import pg from 'pg'

/** A statement as the server sent it. `name` is that of one whose plan PostgreSQL keeps. */
export type Statement = { text: string; values: unknown[]; name?: string }

type Given = string | { text: string; values?: unknown[]; name?: string }

let taken: Statement[] | null = null

/** Notes from now on the statements of all connections that open later, while \`statementsOf\` runs. */
export function watchStatements(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its client below
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function watched(this: pg.Client, given: Given, ...rest: unknown[]) {
    if (typeof given === 'string') taken?.push({ text: given, values: Array.isArray(rest[0]) ? rest[0] : [] })
    else taken?.push({ ...given, values: given.values ?? [] })
    return query.call(this, given, ...rest)
  } as typeof pg.Client.prototype.query
}

/** The statements that the work sends, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  taken = statements
  try {
    await work()
  } finally {
    taken = null
  }
  return statements
}

/** How often in a second all of these statements are answered, one after the other, over several connections. */
export async function bareRate(
  url: string,
  statements: readonly Statement[],
  { readers, ms }: { readers: number; ms: number },
): Promise<number> {
  const clients = Array.from({ length: readers }, () => new pg.Client({ connectionString: url }))
  await Promise.all(clients.map((client) => client.connect()))
  const until = performance.now() + ms
  let done = 0
  await Promise.all(
    clients.map(async (client) => {
      for (; performance.now() < until; done += 1) {
        for (const statement of statements) await client.query(statement)
      }
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  return (done / ms) * 1000
}
