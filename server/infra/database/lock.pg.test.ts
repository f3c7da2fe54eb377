import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import type { TestServer } from '../../testing/server.ts'
import { lock } from './lock.ts'
import type { LockKind } from './lock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** True when a second transaction gets a lock while a first one holds `cart` of `a`. */
async function isFree(kind: LockKind, key: string): Promise<boolean> {
  const [first, second] = [server.app.orm.em.fork(), server.app.orm.em.fork()]
  await first.begin()
  await second.begin()
  try {
    await lock({ em: first }, 'cart', 'a')
    await second.execute(`set local lock_timeout = '200ms'`)
    return await lock({ em: second }, kind, key).then(
      () => true,
      () => false,
    )
  } finally {
    await second.rollback()
    await first.rollback()
  }
}

test('a lock is held until the transaction ends', async () => {
  expect(await isFree('cart', 'a')).toBe(false)
  expect(await isFree('cart', 'a'), 'the transactions before have ended').toBe(false)
})

test.each<[LockKind, string]>([
  ['cart', 'b'],
  ['preferences', 'a'],
  ['draft', 'a'],
  ['drafts', 'a'],
])('the lock of %s %s is another one', async (kind, key) => {
  expect(await isFree(kind, key)).toBe(true)
})
