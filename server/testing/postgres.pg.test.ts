import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, startTestPostgres } from './postgres.ts'
import { query } from './query.ts'

let postgres: Awaited<ReturnType<typeof startTestPostgres>>

beforeAll(async () => {
  postgres = await startTestPostgres((url) => query(url, `create table note (text text)`).then(() => undefined))
})
afterAll(() => postgres.stop())

test('a clone has the schema of the template and shares no row with another clone', async () => {
  const [first, second] = await Promise.all([cloneDatabase(postgres), cloneDatabase(postgres)])
  await query(first.url, `insert into note values ('Grüße 👋')`)
  expect(await query(first.url, `select text from note where text = 'Grüße 👋'`)).toHaveLength(1)
  expect(await query(second.url, 'select text from note')).toEqual([])
})

test('a clone is dropped under the feet of whoever is connected', async () => {
  const clone = await cloneDatabase(postgres)
  const client = new pg.Client(clone.url)
  const cut = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  await clone.drop()
  await cut
  await expect(query(clone.url, 'select 1')).rejects.toThrow('does not exist')
})
