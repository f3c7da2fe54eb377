import { SLICE_BYTES_A_SECOND } from '@vesper/sync/vesper/api/live-recordings.ts'
import { v7 } from 'uuid'
import { expect, vi } from 'vitest'
import { File } from '../../../infra/files/entity.ts'
import { realFfmpeg } from '../../../infra/files/testing/real-media.ts'
import { makePerson } from '../../../infra/sync/testing/person.ts'
import { test as base } from '../../../testing/fixtures.ts'
import { Stream } from '../streams/entity.ts'
import { begin } from '../streams/testing/begin.ts'
import { useMemoryEngine } from '../streams/testing/memory-engine.ts'
import { closeDueRecordings } from './close-due-job.ts'
import { Recording, Slice } from './entity.ts'
import { endRecorded, recordingOf, sendSlice } from './testing/end-recorded.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const test = base.extend('engine', { scope: 'file', auto: true }, async ({ server }) => useMemoryEngine(server.app))

/** Four seconds. */
const holes = [{ beginMs: 2_000, endMs: 6_000 }]
const slice = (given: object = {}) => ({ _id: v7(), beginMs: 1_500, endMs: 6_200, bytes: 5, ...given })
const five = Buffer.from('hello')

test.skipIf(realFfmpeg === null)(
  'a recording with holes waits for the slices that its creator promises, and is made when all have come',
  async ({ server, creator }) => {
    const { id } = await endRecorded(server, creator, { seconds: 10, holes })
    const recording = recordingOf(server, id)
    expect((await recording.look(creator)).body).toEqual({ status: 'waiting', atMs: null, holes, slices: [] })
    const [one, two] = [slice(), slice({ beginMs: 5_000 })]
    const promised = await recording.promise(creator, { slices: [one, two] })
    expect(promised.body).toMatchObject({
      status: 'waiting',
      slices: [
        { _id: one._id, hasArrived: false },
        { _id: two._id, hasArrived: false },
      ],
    })
    // Asked again after an answer that was lost, nothing is there twice.
    expect((await recording.promise(creator, { slices: [one, two] })).body).toEqual(promised.body)
    expect((await sendSlice(server, creator, { fileId: one._id, bytes: five })).body).toMatchObject({ received: 5 })
    expect((await recording.look(creator)).body).toMatchObject({
      status: 'waiting',
      slices: [{ hasArrived: true }, {}],
    })
    await sendSlice(server, creator, { fileId: two._id, bytes: five })
    expect((await recording.look(creator)).body['status']).toBe('making')
    const late = await recording.promise(creator, { slices: [slice()] })
    expect(late).toMatchObject({ status: 409, body: { message: 'The video of this stream is made already.' } })
  },
)

test.skipIf(realFfmpeg === null)(
  'others learn of no recording, and neither promise slices nor send those of its creator',
  async ({ server, creator, fan }) => {
    const { id } = await endRecorded(server, creator, { seconds: 10, holes })
    const recording = recordingOf(server, id)
    const stranger = await makePerson(server, 'stranger_of_recording', true)
    expect((await recording.look(stranger)).status).toBe(404)
    expect((await recording.promise(stranger, { slices: [slice()] })).status).toBe(404)
    expect((await recording.promise(stranger, { isDone: true })).status).toBe(404)
    expect([(await recording.look(fan)).status, (await recording.look({ token: '' })).status]).toEqual([403, 401])
    const own = slice()
    await recording.promise(creator, { slices: [own] })
    expect((await sendSlice(server, stranger, { fileId: own._id, bytes: five })).status).toBe(404)
    expect((await sendSlice(server, creator, { fileId: v7(), bytes: five })).status).toBe(404)
    expect(await server.app.orm.em.fork().count(File, { purpose: 'stream-slice', ownerId: stranger.id })).toBe(0)
    const other = await endRecorded(server, stranger, { seconds: 10, holes })
    const taken = await recordingOf(server, other.id).promise(stranger, { slices: [own] })
    expect(taken.status).toBe(409)
    expect((await recording.look(creator)).body).toMatchObject({ slices: [{ hasArrived: false }] })
  },
)

test('a stream that goes on, and one that is not recorded, take no slices', async ({ server, creator, engine }) => {
  const stream = await begin(server, creator, { record: true })
  const going = recordingOf(server, stream.id)
  const room = vi.spyOn(engine, 'room').mockResolvedValue({
    peers: [],
    recording: { atMs: 9_000, holes: [{ beginMs: 7_000, endMs: null }] },
  })
  expect((await going.look(creator)).body).toEqual({
    ...{ status: 'recording', atMs: 9_000, holes: [{ beginMs: 7_000, endMs: null }], slices: [] },
  })
  room.mockRestore()
  const early = await going.promise(creator, { slices: [slice()] })
  expect(early).toMatchObject({ status: 409, body: { message: 'The stream is not over yet.' } })
  const other = await makePerson(server, 'unrecorded', true)
  const plain = await begin(server, other)
  expect((await recordingOf(server, plain.id).look(other)).status).toBe(404)
})

test.skipIf(realFfmpeg === null)(
  'slices are bounded by the holes that they fill, and by their number',
  async ({ server, creator }) => {
    const { id } = await endRecorded(server, creator, { seconds: 10, holes })
    const { promise, look } = recordingOf(server, id)
    const room = 4 * 1.25 * SLICE_BYTES_A_SECOND
    expect(await promise(creator, { slices: [slice({ bytes: room + 1 })] })).toMatchObject({
      ...{ status: 413, body: { message: 'These parts are larger than the gaps of the recording.' } },
    })
    expect(await promise(creator, { slices: [slice({ beginMs: 6_000, endMs: 9_000 })] })).toMatchObject({
      ...{ status: 400, body: { message: 'This part fills no gap of the recording.' } },
    })
    const first = slice({ bytes: room - 39 })
    expect((await promise(creator, { slices: [first] })).status).toBe(200)
    const more = Array.from({ length: 39 }, () => slice({ bytes: 1 }))
    expect((await promise(creator, { slices: [...more, slice({ bytes: 1 })] })).status).toBe(400)
    expect((await promise(creator, { slices: more })).status).toBe(200)
    expect((await look(creator)).body['slices']).toHaveLength(40)
    const [small] = more
    const long = await sendSlice(server, creator, { fileId: small?._id ?? '', bytes: five })
    expect(long).toMatchObject({ status: 400, body: { message: 'The file is longer than was said.' } })
  },
)

test.skipIf(realFfmpeg === null)(
  'a recording waits half an hour for word of a device, and takes slices for a day at most',
  async ({ server, creator }) => {
    const em = () => server.app.orm.em.fork()
    const { id } = await endRecorded(server, creator, { seconds: 10, holes })
    const { promise } = recordingOf(server, id)
    const read = () => em().findOneOrFail(Recording, { streamId: id })
    const { endedAt, dueAt } = await read()
    expect(dueAt.getTime() - endedAt.getTime()).toBe(30 * MINUTE_MS)
    /** Moves the end of the stream back. */
    const since = async (ms: number, due = ms - 30 * MINUTE_MS) =>
      em().nativeUpdate(
        Recording,
        { streamId: id },
        { endedAt: new Date(Date.now() - ms), dueAt: new Date(Date.now() - due) },
      )
    await since(29.5 * MINUTE_MS)
    await closeDueRecordings(server.app)
    expect((await read()).status).toBe('waiting')
    await promise(creator, { slices: [slice(), slice()] })
    const after = await read()
    expect(Math.abs(after.dueAt.getTime() - Date.now() - 30 * MINUTE_MS)).toBeLessThan(10_000)
    await since(DAY_MS - 20_000, 0)
    expect((await promise(creator, { slices: [slice()] })).status).toBe(200)
    const last = await read()
    expect(last.dueAt.getTime() - last.endedAt.getTime()).toBe(DAY_MS)
    await since(DAY_MS + 1_000, 1_000)
    const [promised] = await em().find(Slice, { streamId: id })
    const late = { status: 409, body: { message: 'The time to fill the gaps of this recording is over.' } }
    expect(await promise(creator, { slices: [slice()] })).toMatchObject(late)
    expect(await sendSlice(server, creator, { fileId: promised?.id ?? '', bytes: five })).toMatchObject(late)
    await closeDueRecordings(server.app)
    expect((await read()).status).toBe('making')
  },
)

test('a recording is made at once without holes, without hope, and where staff ended the stream', async ({
  server,
}) => {
  const stay = { seconds: 400, holes: [{ beginMs: 10_000, endMs: 200_000 }] }
  for (const [index, left] of [{ seconds: 3 }, stay, { seconds: 10, holes, reason: 'staff' as const }].entries()) {
    const person = await makePerson(server, `made_at_once_${index}`, true)
    const { id } = await endRecorded(server, person, left)
    // These bytes are no video.
    expect(await server.app.orm.em.fork().findOneOrFail(Recording, { streamId: id })).toMatchObject({ status: 'lost' })
    expect((await recordingOf(server, id).look(person)).body['status']).toBe('none')
    expect(await server.app.orm.em.fork().findOneOrFail(Stream, { id })).toMatchObject({ videoId: null })
  }
})

test.skipIf(realFfmpeg === null)('a creator who has nothing says so, and nobody waits', async ({ server, creator }) => {
  const { id } = await endRecorded(server, creator, { seconds: 10, holes })
  const { promise } = recordingOf(server, id)
  expect((await promise(creator, { isDone: true })).body['status']).toBe('making')
  expect((await promise(creator, { isDone: true })).status).toBe(200)
})
