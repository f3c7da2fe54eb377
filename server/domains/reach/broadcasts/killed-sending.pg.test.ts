import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnServer } from '../../../testing/server-process.ts'
import { Broadcast } from './entity.ts'
import { CastStage } from './testing/cast-stage.ts'

const [FANS, KILLS] = [250, 2]
const PATIENCE_MS = 60_000

let stage: CastStage
let dataDir: string
beforeAll(async () => {
  stage = await CastStage.open()
  dataDir = mkdtempSync(join(tmpdir(), 'vesper-killed-'))
})
afterAll(async () => {
  await stage.server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The messages of each fan, by how many there are. */
async function sent(id: string): Promise<{ fans: number; messages: number }> {
  const [row] = await stage.server.app.orm.em
    .fork()
    .execute<{ fans: number; messages: number }[]>(
      `select count(distinct conversation_id)::int as fans, count(*)::int as messages from message where broadcast_id = ?`,
      [id],
    )
  return row ?? { fans: 0, messages: 0 }
}

test('a server that is killed while it sends to many, again and again, sends one message to each', async () => {
  const { creator } = await stage.creatorWith(FANS)
  const id = await stage.draft(creator)
  expect((await stage.send(creator, id, FANS)).status).toBe(200)
  const em = () => stage.server.app.orm.em.fork()
  await em().nativeUpdate(Broadcast, { id }, { goesAt: new Date(Date.now() - 1000) })
  const env = { DATABASE_URL: stage.server.app.config.databaseUrl ?? '', DATA_DIR: dataDir, JOBS: 'on' }
  let killed = 0
  for (let before = 0; before < FANS;) {
    const child = spawnServer(env)
    try {
      await child.ready
      const least = Math.min(FANS, before + 1)
      const count = async () => (await sent(id)).fans
      await expect.poll(count, { timeout: PATIENCE_MS, interval: 20 }).toBeGreaterThanOrEqual(least)
      if (killed === KILLS) await expect.poll(count, { timeout: PATIENCE_MS, interval: 200 }).toBe(FANS)
      else killed += 1
    } finally {
      await child.end('SIGKILL')
    }
    before = (await sent(id)).fans
  }
  expect(await sent(id)).toEqual({ fans: FANS, messages: FANS })
  expect(killed, 'it was killed on its way').toBeGreaterThan(0)
}, 240_000)
