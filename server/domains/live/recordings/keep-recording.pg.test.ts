import { mkdtempSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { transact } from '../../../infra/database/transaction.ts'
import { File } from '../../../infra/files/entity.ts'
import { test } from '../../../testing/fixtures.ts'
import { Asset } from '../../content/assets/entity.ts'
import { deliverEvents } from '../../notify/notifications/deliver.ts'
import { Notification } from '../../notify/notifications/entity.ts'
import { call } from '../../people/accounts/testing/api.ts'
import { endStream } from '../streams/commands.ts'
import { Stream } from '../streams/entity.ts'
import { begin } from '../streams/testing/begin.ts'
import { connect, openSocket } from '../streams/testing/connect.ts'
import { Recording } from './entity.ts'
import { makeRecording } from './make-recording.ts'

vi.setConfig({ testTimeout: 40_000 })

test('a recorded stream becomes a draft video of its creator, for whom the stream was, through the usual processing', async ({
  server,
  creator,
  fan,
}) => {
  const stream = await begin(server, creator, { record: true, access: 'paid', price: 30, title: 'Kept' })
  const socket = await openSocket(server, creator)
  const publisher = await connect(server, 'publish', { person: creator, socket, streamId: stream.id })
  await vi.waitFor(() => expect(publisher.packets.video).toBeGreaterThan(20), 20_000)
  await pause(1_000)
  await transact(server.app, null, (tx) => endStream(tx, { id: stream.id, reason: 'performer' }))
  publisher.kill()
  socket.disconnect()
  const em = server.app.orm.em.fork()
  const { videoId } = await em.findOneOrFail(Stream, { id: stream.id })
  expect(videoId).not.toBeNull()
  const video = await em.findOneOrFail(Asset, { id: videoId ?? '' })
  expect(video).toMatchObject({
    kind: 'video',
    performerId: creator.id,
    title: 'Kept',
    status: 'draft',
    access: 'paid',
    price: 30,
  })
  const [file] = await em.find(File, { ownerId: creator.id })
  expect(file).toMatchObject({ purpose: 'video', type: 'video', status: 'processing', mimeType: 'video/webm' })
  const join = async (token: string) =>
    ((await call(server, `GET /streaming/join/${stream.id}`, { token })).body['stream'] as { videoId: string | null })
      .videoId
  expect([await join(creator.token), await join(fan.token)]).toEqual([videoId, null])
})

test('a recording that cannot be kept is told to its creator, and leaves no file', async ({ server, creator }) => {
  const stream = await begin(server, creator, { record: true, title: 'Lost' })
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-recording-')), 'broken.webm')
  await writeFile(path, 'no video at all')
  const close = vi.spyOn(server.app.rtc, 'close').mockResolvedValueOnce({ recording: { path, seconds: 3 } })
  await transact(server.app, null, (tx) => endStream(tx, { id: stream.id, reason: 'performer' }))
  close.mockRestore()
  await server.app.rtc.close(stream.id)
  await deliverEvents(server.app)
  expect(await server.app.orm.em.fork().find(Notification, { userId: creator.id, objectType: 'stream' })).toMatchObject(
    [{ kind: 'system', event: 'recording-failed', objectType: 'stream', objectId: stream.id, preview: 'Lost' }],
  )
  await expect(stat(path)).rejects.toThrow('ENOENT')
  expect(server.logLines.some((line) => line.includes('the recording of a stream could not be kept'))).toBe(true)
})

test('a recording that lies on another server waits for it, and is lost after a day', async ({ server, creator }) => {
  const stream = await begin(server, creator, { record: true, title: 'Elsewhere' })
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-recording-')), 'elsewhere.webm')
  const close = vi.spyOn(server.app.rtc, 'close').mockResolvedValueOnce({ recording: { path, seconds: 3 } })
  await transact(server.app, null, (tx) => endStream(tx, { id: stream.id, reason: 'performer' }))
  close.mockRestore()
  await server.app.rtc.close(stream.id)
  const { signal } = new AbortController()
  const make = () => makeRecording(server.app, stream.id, signal)
  const statusOf = async () => (await server.app.orm.em.fork().findOneOrFail(Recording, { streamId: stream.id })).status
  await expect(make()).rejects.toThrow('is not on this server')
  expect(await statusOf()).toBe('making')
  const DAY_MS = 86_400_000
  const endedAt = (beforeMs: number) => new Date(server.app.clock().getTime() - beforeMs)
  const change = (at: Date) =>
    transact(server.app, null, ({ em }) => em.nativeUpdate(Recording, { streamId: stream.id }, { endedAt: at }))
  await change(endedAt(DAY_MS - 60_000))
  await expect(make()).rejects.toThrow('is not on this server')
  await change(endedAt(DAY_MS))
  await make()
  expect(await statusOf()).toBe('lost')
})
