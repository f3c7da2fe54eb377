import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { isServiceThere } from './required-services.ts'

afterEach(() => void vi.unstubAllEnvs())

test('skips the tests of a missing service on a machine of its own', () => {
  vi.stubEnv('REQUIRE_SERVICES', '')
  expect(isServiceThere('redis-server', false)).toBe(false)
})

test('fails for a missing service where services are required', () => {
  vi.stubEnv('REQUIRE_SERVICES', '1')
  expect(isServiceThere('redis-server', true)).toBe(true)
  expect(() => isServiceThere('redis-server', false)).toThrow('redis-server is not installed.')
})

test('tests are skipped for want of a service that can be required, and nowhere else', () => {
  const root = join(import.meta.dirname, '../..')
  const skipping = globSync('{client,server,sync,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
    .filter((file) => /\b(describe|test|it)\.(skip|skipIf|runIf|todo)\b/.test(readFileSync(join(root, file), 'utf8')))
    .filter((file) => !file.endsWith('required-services.test.ts'))
  expect(skipping.toSorted()).toEqual([
    'server/domains/live/recordings/slices.pg.test.ts',
    'server/image-fleet.pg.test.ts',
    'server/image.pg.test.ts',
    'server/infra/bus/transports.pg.test.ts',
    'server/infra/database/direct-session.pg.test.ts',
    // Linux tells its range of ports in a file; elsewhere there is nothing to read.
    'server/infra/database/embedded/free-port.test.ts',
    'server/infra/files/media/accel.pg.test.ts',
    'server/infra/files/processing/crafted-files.pg.test.ts',
    'server/infra/files/processing/real-ffmpeg.pg.test.ts',
    // Linux tells the programs of other servers in files; elsewhere none is ended.
    'server/infra/files/processing/run-ffmpeg.test.ts',
    'server/infra/files/processing/unusual-videos.pg.test.ts',
    'server/infra/http/limits/limit-store.test.ts',
    'server/infra/http/limits/shared-limits.pg.test.ts',
    'server/infra/jobs/wake.pg.test.ts',
    'server/infra/rtc/embedded/chromium.test.ts',
    'server/infra/rtc/embedded/recorder.test.ts',
    'server/rolling-upgrade.pg.test.ts',
    'server/several-servers.pg.test.ts',
    'server/stop-in-order.pg.test.ts',
  ])
})
