import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spaceOfUser } from '@vesper/sync/vesper/records/spaces.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import { makePerson } from '../../../../infra/sync/testing/person.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import { spawnServer } from '../../../../testing/server-process.ts'
import { startTestServer } from '../../../../testing/server.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Asset } from '../../../content/assets/entity.ts'
import { makeProduct } from '../../../content/products/testing/product.ts'
import { brokenRules, fillWallet } from '../../../money/money/testing/books.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { checkoutOf, makeAddress } from '../testing/buy.ts'

const SECRET = 'a secret that both servers share'
const PATIENCE_MS = 20_000

let server: TestServer
let dataDir: string
let creator: Person

beforeAll(async () => {
  server = await startTestServer({ config: { jwtSecrets: [SECRET] } })
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-killed-'))
  creator = await makePerson(server, 'seller', true)
}, 60_000)
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Case = { at: string; hold: (fan: Person) => { sql: string; value: string } }

const cases: Case[] = [
  {
    at: 'the wallet',
    hold: (fan) => ({ sql: 'select 1 from money_account where owner_id = ? order by id for update', value: fan.id }),
  },
  {
    at: 'what the seller is told, right before the commit',
    hold: () => ({ sql: 'select 1 from space where id = ? for update', value: spaceOfUser(creator.id) }),
  },
]

test.for(cases)(
  'a server that is killed at $at of a checkout has sold nothing; sent again, it is one sale',
  { timeout: 120_000 },
  async ({ hold, at }) => {
    const name = `killed_${cases.findIndex((one) => one.at === at)}`
    const env = { DATABASE_URL: server.app.config.databaseUrl ?? '', JWT_SECRET: SECRET, DATA_DIR: join(dataDir, name) }
    const child = spawnServer({ ...env, JOBS: 'off' })
    try {
      const url = await child.ready
      const fan = await makePerson(server, name)
      await fillWallet(server, fan.id, { paid: 100, granted: 100 })
      const productId = await makeProduct(server, creator.id, { stock: 2 })
      const body = checkoutOf([{ productId }], { addressId: await makeAddress(server, fan) })
      // So that the space of the seller is there.
      await fillWallet(server, creator.id, { paid: 1 })
      const before = await stateOf(fan, productId)
      await transact(server.app, null, async (tx) => {
        const { sql, value } = hold(fan)
        await tx.em.execute(sql, [value])
        const answer = call({ url }, 'POST /orders', { token: fan.token, body }).catch(() => 'no answer')
        await expect.poll(waiting, { timeout: PATIENCE_MS }).toBeGreaterThan(0)
        await child.end('SIGKILL')
        expect(await answer).toBe('no answer')
      })
      await expect.poll(waiting, { timeout: PATIENCE_MS }).toBe(0)
      expect(await stateOf(fan, productId)).toEqual(before)
      expect(await brokenRules(server)).toEqual([])
      const again = await call(server, 'POST /orders', { token: fan.token, body })
      expect([again.status, again.body['balance']]).toEqual([201, 100])
      expect((await call(server, 'POST /orders', { token: fan.token, body })).status).toBe(200)
      expect(await stateOf(fan, productId)).toEqual({ balance: 100, orders: 1, charges: 1, stock: 1 })
      expect(await brokenRules(server)).toEqual([])
    } finally {
      await child.end('SIGKILL')
    }
  },
)

/** Connections that wait for a lock. */
async function waiting(): Promise<number> {
  const sql = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const [row] = await server.app.orm.em.fork().execute<{ count: number }[]>(sql)
  return row?.count ?? 0
}

async function stateOf({ id }: Person, productId: string) {
  const em = server.app.orm.em.fork()
  const [row] = await em.execute<{ balance: number; orders: number; charges: number }[]>(
    `select (select balance::int from wallet where user_id = ?) as balance,
       (select count(*)::int from "order" where buyer_id = ?) as orders,
       (select count(*)::int from charge where fan_id = ?) as charges`,
    [id, id, id],
  )
  return { ...row, stock: (await em.findOneOrFail(Asset, { id: productId })).stock }
}
