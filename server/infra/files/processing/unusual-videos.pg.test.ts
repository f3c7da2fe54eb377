import { buffer } from 'node:stream/consumers'
import type { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call } from '../../../domains/people/accounts/testing/api.ts'
import { startTestServer } from '../../../testing/server.ts'
import type { TestServer } from '../../../testing/server.ts'
import type { Rendition } from '../storage/storage.ts'
import { makePerson, upload } from '../testing/media-server.ts'
import type { Person } from '../testing/media-server.ts'
import { makeMedia, readSamples, realFfmpeg } from '../testing/real-media.ts'
import { settleFiles } from '../testing/settle-files.ts'
import { probe } from './probe.ts'
import type { Probe } from './probe.ts'

const VIDEO = '/performer/feeds/video/upload'
const AUDIO = '/performer/feeds/audio/upload'
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

let server: TestServer
let creator: Person

describe.skipIf(realFfmpeg === null)('with ffmpeg', () => {
  beforeAll(async () => {
    server = await startTestServer({ config: { jobs: 'on', ffmpegPath: realFfmpeg } })
    creator = await makePerson(server, 'unusual.creator', true)
  })
  afterAll(() => server.stop())

  async function processed(bytes: Buffer, path = VIDEO): Promise<FileStatus> {
    const sent = await upload(server, path, { token: creator.token, bytes })
    expect(sent).toMatchObject({ status: 200, body: { status: 'processing' } })
    await settleFiles(server)
    const { body } = await call(server, `GET /files/${sent.body._id}/status`, { token: creator.token })
    return body as unknown as FileStatus
  }

  async function stored(id: string, rendition: Rendition): Promise<Buffer> {
    const file = await server.app.storage.open(id, rendition)
    return file ? buffer(file.stream()) : Buffer.alloc(0)
  }

  const pathOf = async (id: string, rendition: Rendition) => (await server.app.storage.pathOf(id, rendition)) ?? ''

  async function probed(id: string, rendition: Rendition = 'original'): Promise<Probe> {
    const media = { ffmpeg: realFfmpeg ?? '', mimeType: 'video/mp4', signal: AbortSignal.timeout(20_000) } as const
    return probe({ ...media, source: await pathOf(id, rendition) })
  }

  /** The colour in the middle of a picture. */
  async function colourOf(picture: Buffer): Promise<number[]> {
    const { channels } = await sharp(
      await sharp(picture).resize(9, 9, { fit: 'fill' }).removeAlpha().toBuffer(),
    ).stats()
    return channels.map(({ mean }) => Math.round(mean))
  }

  /** The first frame of a video, as a player without any knowledge of wide colours shows it. */
  const frameOf = async (id: string, rendition: Rendition) =>
    makeMedia('frame.png', ['-i', await pathOf(id, rendition), '-frames:v', '1'])

  describe('the poster', () => {
    const contrastOf = async (id: string) =>
      Math.max(...(await sharp(await stored(id, 'poster')).stats()).channels.map(({ stdev }) => stdev))
    const video = (filter: string, seconds: number) =>
      makeMedia('clip.mp4', ['-f', 'lavfi', '-i', filter, '-t', String(seconds), ...H264])

    test.each([
      ['3 seconds that are black for one', 3, 'testsrc2=size=320x180:rate=30,fade=in:30:30'],
      ['1.5 seconds that are black for one', 1.5, 'testsrc2=size=320x180:rate=30,fade=in:30:2'],
      ['20 seconds that are white for 9', 20, 'testsrc2=size=320x180:rate=30,fade=in:270:2:color=white'],
    ])('shows something of %s', async (_, seconds, filter) => {
      const { _id, status } = await processed(await video(filter, seconds))
      expect([status, (await contrastOf(_id)) > 40]).toEqual(['ready', true])
    })

    test('is the first frame where that shows something', async () => {
      const dots = 'testsrc2=size=320x180:rate=30'
      const later = await processed(await video(`${dots},drawbox=t=fill:color=blue:enable=gte(t\\,2)`, 4))
      expect(await contrastOf(later._id)).toBeGreaterThan(40)
      const dim = await processed(await video(`${dots},drawbox=t=fill:color=blue:w=300:enable=lt(t\\,2)`, 4))
      expect((await colourOf(await stored(dim._id, 'poster')))[2]).toBeGreaterThan(200)
    })

    test('has the colour of a video that shows one colour all the while', async () => {
      const { _id } = await processed(await video('color=c=0x206020:size=320x180:rate=30', 3))
      const [red = 0, green = 0] = await colourOf(await stored(_id, 'poster'))
      expect(green - red).toBeGreaterThan(40)
    })
  })

  describe('pixels that are not square', () => {
    test.each([
      // Kept as it is, and written anew.
      ['clip.mp4', H264],
      ['clip.mkv', ['-c:v', 'mpeg4']],
      ['clip.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '500k']],
    ])('are shown in their size: %s', async (name, codec) => {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=720x576:rate=10', '-t', '0.5', '-vf', 'setsar=64/45']
      const { _id, file } = await processed(await makeMedia(name, [...picture, ...codec]))
      expect(file).toMatchObject({ status: 'ready', width: 1024, height: 576 })
      expect(file?.variants).toMatchObject([{ name: '360p', width: 640, height: 360 }])
      expect((await probed(_id, '360p')).frame).toEqual({ width: 640, height: 360 })
      const { width, height } = await sharp(await stored(_id, 'poster')).metadata()
      expect([width, height]).toEqual([1024, 576])
    })

    test('are shown in their size where a phone has turned them', async () => {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=720x576:rate=10', '-t', '0.5', '-vf', 'setsar=64/45']
      const bytes = await makeMedia('clip.mp4', [...picture, ...H264])
      // The matrix of its track, which now turns it by a quarter.
      const matrix = bytes.indexOf('tkhd') + 4 + 40
      for (const [index, value] of [0, 1, 0, -1, 0].entries()) bytes.writeInt32BE(value * 0x10000, matrix + 4 * index)
      const { _id, file } = await processed(bytes)
      const { width, height } = await sharp(await stored(_id, 'poster')).metadata()
      expect([file?.width, file?.height, width, height]).toEqual([576, 1024, 576, 1024])
    })
  })

  describe('colours', () => {
    /** Red (224, 32, 32), with white as bright as that of a page, in HEVC of ten bits. */
    function wideColours(transfer: 'smpte2084' | 'arib-std-b67'): Promise<Buffer> {
      const toWide = `zscale=tin=bt709:pin=bt709:min=bt470bg:rin=limited:t=${transfer}:p=bt2020:m=bt2020nc:npl=203`
      const filter = `format=yuv444p,${toWide},format=yuv420p10le`
      const tags = `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`
      const picture = ['-f', 'lavfi', '-i', 'color=c=0xE02020:size=640x480:rate=10', '-t', '0.5', '-vf', filter]
      const codec = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', tags, '-tag:v', 'hvc1']
      return makeMedia('clip.mov', [...picture, ...codec])
    }

    test('are told by the small copy of an ordinary HD video', async () => {
      const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x480:rate=10', '-t', '0.5', ...H264]
      const tags = ['colorspace', 'color_primaries', 'color_trc'].flatMap((name) => [`-${name}`, 'bt709'])
      const { _id } = await processed(await makeMedia('clip.mp4', [...picture, ...tags]))
      expect((await probed(_id, '360p')).colours).toBe('bt709')
    })

    test.each(['smpte2084', 'arib-std-b67'] as const)(
      'wider than an ordinary screen shows become those of one: %s',
      async (transfer) => {
        const bytes = await wideColours(transfer)
        const { _id, file } = await processed(bytes)
        expect(file).toMatchObject({ status: 'ready', mimeType: 'video/mp4', variants: [{ name: '360p' }] })
        expect(await probed(_id)).toMatchObject({ video: 'h264', pixels: 'yuv420p', colours: 'bt709' })
        const pictures = [await stored(_id, 'poster'), await frameOf(_id, 'original'), await frameOf(_id, '360p')]
        for (const picture of pictures) {
          const [red = 0, green = 0, blue = 0] = await colourOf(picture)
          expect([red > 205 && red < 235, green < 45, blue < 45]).toEqual([true, true, true])
        }
      },
    )
  })

  describe('a sound that cannot be decoded', () => {
    /** A file with a silent sound of AAC, whose codec nobody knows, and then the others. */
    async function withUnknownSound(
      name: string,
      others: readonly string[],
      picture: readonly string[],
    ): Promise<Buffer> {
      const inputs = ['anullsrc=r=44100', ...others].flatMap((input) => ['-f', 'lavfi', '-i', input])
      const maps = [...others.keys(), others.length].flatMap((index) => ['-map', `${index}:a`])
      const image = picture.length === 0 ? [] : ['-map', `${others.length + 1}:v`]
      const codecs = ['-t', '1', '-c:a', 'aac', ...H264.slice(0, picture.length === 0 ? 0 : H264.length)]
      const bytes = await makeMedia(name, [...inputs, ...picture, ...image, ...maps, ...codecs])
      // Without the box that tells more of it, an entry of this name is of no known codec.
      for (const name of ['mp4a', 'esds']) bytes.write('xapc', bytes.indexOf(name))
      expect(bytes.indexOf('xapc')).toBeGreaterThan(0)
      return bytes
    }
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=10']

    test.each(['clip.mov', 'clip.mp4'])('is left for another one of the video: %s', async (name) => {
      const { _id, file } = await processed(await withUnknownSound(name, ['sine=frequency=440'], picture))
      expect(file).toMatchObject({ status: 'ready', mimeType: 'video/mp4' })
      expect(await probed(_id)).toMatchObject({ video: 'h264', audio: 'aac' })
      const samples = await readSamples(await pathOf(_id, 'original'))
      expect(Math.max(...samples)).toBeGreaterThan(1_000)
    })

    test('leaves the video silent where it is the only one', async () => {
      const { _id, file } = await processed(await withUnknownSound('clip.mov', [], picture))
      expect(file).toMatchObject({ status: 'ready', mimeType: 'video/mp4' })
      expect(await probed(_id)).toMatchObject({ video: 'h264', audio: null })
    })

    test('is left for another one of a sound, which fails without', async () => {
      const { _id, file } = await processed(await withUnknownSound('tone.m4a', ['sine=frequency=440'], []), AUDIO)
      expect(file).toMatchObject({ status: 'ready', mimeType: 'audio/mp4' })
      expect(Math.max(...(file?.waveform ?? []))).toBeGreaterThan(5)
      expect(Math.max(...(await readSamples(await pathOf(_id, 'original'))))).toBeGreaterThan(1_000)
      const alone = await processed(await withUnknownSound('tone.m4a', [], []), AUDIO)
      expect(alone).toMatchObject({ status: 'failed', failure: 'damaged' })
    })
  })
})
