import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import { File } from '../entity.ts'
import { costsOf } from '../testing/costs.ts'
import { craftedFiles } from '../testing/crafted-files.ts'
import { jpegWithPlace, makePerson, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeClip, makeTone, realFfmpeg } from '../testing/real-media.ts'
import { settleFiles } from '../testing/settle-files.ts'

const PATH = '/messages/private/file'
const MEGABYTE = 1024 * 1024
const MOST_KILOBYTES = 200 * 1024
const MOST_MS = 20_000

let server: TestServer
let folders: string[]
let sender: Person
let files: Record<string, Buffer>

describe.skipIf(realFfmpeg === null || process.platform !== 'linux')('a file that tells of more than it holds', () => {
  beforeAll(async () => {
    server = await startTestServer({ config: { jobs: 'on', ffmpegPath: realFfmpeg } })
    folders = ['files', 'work', 'tmp', 'parts'].map((folder) => join(server.app.config.dataDir, folder))
    sender = await makePerson(server, 'crafted.fan')
    const tone = (name: string) => makeTone(name, { seconds: 1, volume: 0.5 })
    files = craftedFiles({
      ...{ mp3: await tone('tone.mp3'), flac: await tone('tone.flac') },
      ...{ ogg: await tone('tone.ogg'), wav: await tone('tone.wav') },
    })
  }, 60_000)
  afterAll(() => server.stop())

  test('costs no more than a small file: memory, disk and time, each of over thirty', async () => {
    expect(Object.keys(files).length).toBeGreaterThan(50)
    // The process of pictures, which stays.
    const idle = await costsOf(folders, async () =>
      upload(server, PATH, { token: sender.token, bytes: await jpegWithPlace(20, 20) }),
    )
    const dear: string[] = []
    for (const [name, bytes] of Object.entries(files)) {
      const { programKilobytes, diskBytes, ms } = await costsOf(folders, async () => {
        const { status } = await upload(server, PATH, { token: sender.token, bytes })
        expect(status, name).toBeLessThan(500)
        if (status < 300) await settleFiles(server)
      })
      // The file itself stays beside its copy.
      const disk = diskBytes - bytes.length <= 1.2 * bytes.length + 2 * MEGABYTE
      const memory = programKilobytes <= MOST_KILOBYTES + idle.programKilobytes
      if (!disk || !memory || ms > MOST_MS) dear.push(`${name}: ${programKilobytes} kB, ${diskBytes} B, ${ms} ms`)
    }
    expect(dear).toEqual([])
  }, 120_000)

  test('holds up nobody: a small clip of another account is ready meanwhile', async () => {
    const other = await makePerson(server, 'crafted.other')
    const clip = await makeClip({ width: 320, height: 180, seconds: 0.5 })
    let unsettled = Object.keys(files).length
    const sent = Object.values(files).map((bytes) =>
      upload(server, PATH, { token: sender.token, bytes }).finally(() => {
        unsettled -= 1
      }),
    )
    const { body } = await upload(server, PATH, { token: other.token, bytes: clip })
    // Else there is nothing that could hold it up.
    const processing = await server.app.orm.em.fork().count(File, { ownerId: sender.id, status: 'processing' })
    expect(unsettled + processing).toBeGreaterThan(0)
    const status = async () => (await call(server, `GET /files/${body._id}/status`, { token: other.token })).body
    await expect.poll(status, { timeout: 30_000, interval: 100 }).toMatchObject({ status: 'ready' })
    await Promise.all(sent)
    await settleFiles(server)
  }, 60_000)
})
