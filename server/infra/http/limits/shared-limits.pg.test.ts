import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasRedis, startRedis } from '../../../testing/redis.ts'
import type { TestRedis } from '../../../testing/redis.ts'
import { spawnServer } from '../../../testing/server-process.ts'
import type { ServerProcess } from '../../../testing/server-process.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'

const SECRET = 'a secret that the servers of these tests share'
/** Mails that one address may have sent, see `count-links.ts`. */
const LIMIT = 10
/** The most that three servers admit while each counts its share. */
const SHARES = 12

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

describe.skipIf(!hasRedis)(hasRedis ? 'three servers' : 'skipped: no redis-server in the search path', () => {
  let redis: TestRedis
  let first: TestServer
  let others: ServerProcess[]
  let urls: string[]
  const dataDir = mkdtempSync(join(tmpdir(), 'vesper-limits-'))

  beforeAll(async () => {
    redis = await startRedis()
    const shared = { rateLimits: 'on', trustProxy: 1, redisUrl: redis.url } as const
    first = await startTestServer({ config: { jwtSecrets: [SECRET], ...shared } })
    others = ['b', 'c'].map((name) =>
      spawnServer({
        ...{ DATABASE_URL: first.app.config.databaseUrl ?? '', JWT_SECRET: SECRET, DATA_DIR: join(dataDir, name) },
        ...{ REDIS_URL: redis.url, RATE_LIMITS: 'on', TRUST_PROXY: '1', JOBS: 'off' },
      }),
    )
    urls = [first.url, ...(await Promise.all(others.map(({ ready }) => ready)))]
  })
  afterAll(async () => {
    await Promise.all(others.map((server) => server.end('SIGTERM')))
    await first.stop()
    await redis.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('a limit of ten admits ten, each server its share while Redis is gone, and ten again', async () => {
    expect(await admitted('192.0.2.1')).toBe(LIMIT)
    // A server learns with its next beat how many live.
    await vi.waitFor(() => expect(first.app.limitStore?.servers()).toBe(urls.length), 20_000)
    await redis.stop()
    const alone = await admitted('192.0.2.2')
    expect(alone).toBeGreaterThanOrEqual(urls.length)
    expect(alone).toBeLessThanOrEqual(SHARES)
    redis = await startRedis(Number(new URL(redis.url).port))
    let address = 0
    await vi.waitFor(async () => expect(await admitted(`192.0.3.${(address += 1)}`)).toBe(LIMIT), {
      timeout: 20_000,
      interval: 500,
    })
  })

  /** How many of 45 calls that send mail pass, by turns at each server. Others are refused with the time to wait. */
  async function admitted(address: string): Promise<number> {
    let passed = 0
    for (let index = 0; index < 45; index += 1) {
      const answer = await fetch(`${urls[index % urls.length]}/api/auth/users/forgot`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email: `person${index}@example.com` }),
      })
      if (answer.ok) passed += 1
      else {
        expect(answer.status).toBe(429)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
    return passed
  }
})
