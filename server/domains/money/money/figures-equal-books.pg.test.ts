import { FigureList } from '@vesper/sync/vesper/api/statistics.ts'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { brokenRules, fillWallet } from './testing/books.ts'
import { POST_PRICES } from './testing/money-model.ts'
import { makeStage } from './testing/money-stage.ts'
import type { Stage } from './testing/money-stage.ts'
import { runCommand } from './testing/run-command.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const place = fc.nat({ max: 1 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), fan: place, creator: place, post: place }),
  fc.record({
    kind: fc.constant('refund' as const),
    earlier: fc.nat({ max: 20 }),
    tokens: fc.integer({ min: 1, max: 60 }),
  }),
)

test('after any purchases and refunds the tokens of each post are those of the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      const stage = await makeStage(server, 2, 1)
      for (const { id } of stage.fans) await fillWallet(server, id, { paid: 700, granted: 60 })
      const charges: string[] = []
      for (const one of steps) {
        const id = v7()
        if (one.kind === 'buy') {
          charges.push(id)
          await runCommand(stage, { ...one, id, isStale: false })
        } else {
          const charge = charges[one.earlier % Math.max(charges.length, 1)] ?? id
          await runCommand(stage, { kind: 'refund', id, charge, tokens: one.tokens })
        }
        expect(await figuresOf(stage)).toEqual(await booksOf(stage))
      }
      expect(await brokenRules(server)).toEqual([])
    }),
    { numRuns: 3, seed: 40, endOnFailure: true },
  )
}, 300_000)

/** Tokens and sales of each post, as its creator sees them. */
async function figuresOf({ creators }: Stage): Promise<Record<string, [number, number]>> {
  const all: Record<string, [number, number]> = {}
  for (const { person } of creators) {
    for (const range of ['7', 'all']) {
      const { body } = await call(server, `GET /performer/statistics/posts?range=${range}`, { token: person.token })
      const { data } = v.parse(FigureList, body)
      expect(data).toHaveLength(POST_PRICES.length)
      for (const { _id, tokens, sales } of data) all[_id] = [tokens, sales]
    }
  }
  return all
}

/** The same by the entries of the ledger alone: tokens that were spent on a post, and payments that left some. */
async function booksOf({ creators }: Stage): Promise<Record<string, [number, number]>> {
  const rows = await server.app.orm.em.fork().execute<{ id: string; tokens: number; sales: number }[]>(
    `with spent as (
       select coalesce(t.reverses_id, t.id) as id, sum(e.amount)::int as tokens
       from money_entry e join money_account a on a.id = e.account_id join money_transfer t on t.id = e.transfer_id
       where a.kind = 'tokens_spent' group by 1
     )
     select c.target_id as id, sum(s.tokens)::int as tokens, count(*) filter (where s.tokens > 0)::int as sales
     from spent s join charge c on c.transfer_id = s.id where c.type = 'feed' group by 1`,
  )
  const found = new Map(rows.map(({ id, tokens, sales }) => [id, [tokens, sales] as [number, number]]))
  const posts = creators.flatMap((creator) => creator.posts)
  return Object.fromEntries(posts.map((id) => [id, found.get(id) ?? [0, 0]]))
}
