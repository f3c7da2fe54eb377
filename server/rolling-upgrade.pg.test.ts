import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasCaddy } from './testing/caddy.ts'
import { cloneDatabase } from './testing/postgres.ts'
import type { ClonedDatabase } from './testing/postgres.ts'
import { hasRedis } from './testing/redis.ts'
import { tryRollingUpgrade } from './testing/rolling/rolling-upgrade.ts'

// Processes start, six times, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let database: ClonedDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

// `npm run bench -- rolling` does it with 200 devices, and by other signals.
test.runIf(hasCaddy && hasRedis)(
  'a rolling upgrade of three servers fails no call, loses and doubles nothing, and has no device loaded anew',
  async () => {
    const { kept, calls, socketGaps, ...met } = await tryRollingUpgrade({
      ...{ databaseUrl: database.url, devices: 40, everyMs: 2_000, limitMs: 150_000 },
    })
    expect(met).toEqual({
      ...{ failed: [], askedToReload: 0, askedToWait: expect.any(Number) as number },
      ...{ lost: 0, doubled: 0, rejected: 0, unconnected: 0 },
    })
    expect(kept).toBeGreaterThan(200)
    expect(calls).toBeGreaterThan(200)
    // Newer apps have met older servers, and each socket has moved.
    expect(met.askedToWait).toBeGreaterThan(0)
    expect(socketGaps.length).toBeGreaterThanOrEqual(40)
    expect(Math.max(...socketGaps)).toBeLessThan(10_000)
  },
)
