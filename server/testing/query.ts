import pg from 'pg'

/** Runs one statement over a connection of its own, past the ORM; answers the rows. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
