import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasCaddy } from './testing/caddy.ts'
import { assembleImage, canIsolate, runIsolated } from './testing/image-root.ts'
import type { Image } from './testing/image-root.ts'
import { cloneDatabase } from './testing/postgres.ts'
import type { ClonedDatabase } from './testing/postgres.ts'
import { hasRedis } from './testing/redis.ts'
import { tryRollingUpgrade } from './testing/rolling/rolling-upgrade.ts'
import { followServer } from './testing/server-process.ts'

// As somebody who runs a site by the Dockerfile has it: the tree of the image, read-only and as an ordinary user.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 })

const isPossible = hasCaddy && hasRedis && canIsolate

let image: Image
let database: ClonedDatabase
let folder: string
beforeAll(async () => {
  if (!isPossible) return
  image = assembleImage()
  database = await cloneDatabase()
  folder = mkdtempSync(join(tmpdir(), 'vesper-image-fleet-'))
  chownSync(folder, 1000, 1000)
})
afterAll(async () => {
  if (!isPossible) return
  await database.drop()
  image.remove()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(isPossible)(
  'three servers of the image, read-only behind Caddy, are upgraded under writing devices',
  async () => {
    const root = image.rootOf('production')
    const { failed, kept, ...met } = await tryRollingUpgrade({
      ...{ databaseUrl: database.url, devices: 20, everyMs: 2_000, limitMs: 200_000, release: 'same' },
      start: ({ PORT = '', ...env }) => {
        const own = { ...image.env, PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT, SMTP_URL: 'off' }
        const site = { PUBLIC_URL: 'https://vesper.example', SEED: 'none' }
        const command = [process.execPath, 'server/main.ts']
        return followServer(
          runIsolated(root, { data: folder, env: { ...env, ...own, ...site, DATA_DIR: `/mnt/data/${PORT}` }, command }),
        )
      },
    })
    expect(failed).toEqual([])
    expect(met).toMatchObject({ askedToReload: 0, askedToWait: 0, lost: 0, doubled: 0, rejected: 0, unconnected: 0 })
    expect(kept).toBeGreaterThan(50)
    expect(Math.max(...met.socketGaps)).toBeLessThan(10_000)
  },
)
