import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { expect } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { completeFile } from '../../../infra/files/commands.ts'
import { File } from '../../../infra/files/entity.ts'
import { upload } from '../../../infra/files/testing/media-server.ts'
import { makeMp4 } from '../../../infra/files/testing/mp4-fixture.ts'
import type { Person } from '../../../infra/sync/testing/person.ts'
import { TestDevice } from '../../../infra/sync/testing/test-device.ts'
import { test } from '../../../testing/fixtures.ts'
import type { TestServer } from '../../../testing/server.ts'
import { restrict } from '../../community/cases/testing/restrict.ts'
import { makeUpload } from '../../content/assets/testing/asset.ts'
import { call } from '../accounts/testing/api.ts'
import { setFollow } from '../follows/commands.ts'
import { setWelcomeVideo } from './welcome-video.ts'

const PATH = '/performers/welcome-video'

test('a creator uploads a welcome video, and nobody else does', async ({ server, creator, fan }) => {
  const bytes = makeMp4()
  expect((await upload(server, `${PATH}/upload`, { bytes })).status).toBe(401)
  expect((await upload(server, `${PATH}/upload`, { bytes, token: fan.token })).status).toBe(403)
  const sent = await upload(server, `${PATH}/upload`, { bytes, token: creator.token })
  expect(sent.status).toBe(200)
  const own = await call(server, 'GET /performers/me', { token: creator.token })
  expect(own.body['welcomeVideoFile']).toMatchObject({ _id: sent.body._id })
})

test('everybody sees the video once it is ready, followers on their devices too', async ({ server, creator, fan }) => {
  await transact(server.app, fan.actor, (tx) => setFollow(tx, { performerId: creator.id, following: true }))
  const id = await hold(server, creator, { status: 'processing' })
  const device = new TestDevice(server, fan)
  await device.syncAll()
  const held = () => device.all<Creator>('creators').find(({ _id }) => _id === creator.id)?.welcomeVideo
  expect([await shown(server, creator), held()]).toEqual([null, null])
  const ready = { status: 'ready', mimeType: 'video/mp4', size: 5, hasPoster: true } as const
  await transact(server.app, null, (tx) => completeFile(tx, id, ready))
  const video = { url: `/media/${id}/original`, posterUrl: `/media/${id}/poster` }
  expect(await shown(server, creator)).toEqual(video)
  await device.syncAll()
  expect(held()).toEqual(video)
})

test('a video that failed is shown to its creator alone, as failed', async ({ server, creator, fan }) => {
  await hold(server, creator, { status: 'failed', failure: 'too-long' })
  expect(await shown(server, creator)).toBeNull()
  const own = await call(server, 'GET /performers/me', { token: creator.token })
  expect(own.body['welcomeVideoFile']).toMatchObject({ status: 'failed', failure: 'too-long' })
  const { text } = await call(server, `GET /performers/${creator.id}`, { token: fan.token })
  expect(text).not.toContain('too-long')
})

test('another video takes the place of the one before, whose bytes go', async ({ server, creator }) => {
  const first = await hold(server, creator, { status: 'ready' })
  const second = await hold(server, creator, { status: 'ready' })
  expect(await shown(server, creator)).toMatchObject({ url: `/media/${second}/original` })
  expect(await server.app.orm.em.fork().count(File, { id: first })).toBe(0)
})

test('a creator removes the video; again changes nothing', async ({ server, creator, fan }) => {
  const id = await hold(server, creator, { status: 'ready' })
  expect((await call(server, `DELETE ${PATH}`, { token: fan.token })).status).toBe(403)
  expect((await call(server, `DELETE ${PATH}`)).status).toBe(401)
  expect(await shown(server, creator)).not.toBeNull()
  for (const _ of ['first', 'again']) {
    expect((await call(server, `DELETE ${PATH}`, { token: creator.token })).body).toEqual({ success: true })
  }
  expect(await shown(server, creator)).toBeNull()
  expect(await server.app.orm.em.fork().count(File, { id })).toBe(0)
})

test('a creator whose publishing is paused removes the video and the pictures', async ({ server, creator }) => {
  await hold(server, creator, { status: 'ready' })
  await restrict(server, creator.id, 'publish')
  for (const path of [PATH, '/performers/cover', '/users/avatar'] as const)
    expect((await call(server, `DELETE ${path}`, { token: creator.token })).status).toBe(200)
  expect(await shown(server, creator)).toBeNull()
})

/** Makes a file of the creator the welcome video. */
async function hold(server: TestServer, { id, actor }: Person, given: Partial<File>): Promise<string> {
  const fileId = await makeUpload(server, id, { purpose: 'welcome-video', type: 'video', ...given })
  await transact(server.app, actor, (tx) => setWelcomeVideo(tx, fileId))
  return fileId
}

async function shown(server: TestServer, { id }: Person): Promise<unknown> {
  return (await call(server, `GET /performers/${id}`)).body['welcomeVideo']
}
