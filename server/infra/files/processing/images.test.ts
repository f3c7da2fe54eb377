import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { detectMediaType } from '../media-type.ts'
import { box, words } from '../testing/mp4-fixture.ts'
import { encodePhoto, encodePortrait, encodePoster } from './images.ts'

let folder: string
let target: { original: string; thumbnail: string }
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-images-'))
  target = { original: join(folder, 'original'), thumbnail: join(folder, 'thumbnail') }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const gps = {
  IFD0: { Make: 'Secretphone', Model: 'X' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 42/1' },
}

function save(bytes: Buffer): string {
  const path = join(folder, 'upload')
  writeFileSync(path, bytes)
  return path
}

function picture(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
}

/** A picture of a kind, with EXIF, a place and XMP where that kind has them. Each names the device. */
async function withTraces(format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'): Promise<Buffer> {
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
    xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.5N" rdf:about="Secretphone"/></rdf:RDF></x:xmpmeta>`
  if (format !== 'gif') return picture(1200, 900).withExif(gps).withXmp(xmp).toFormat(format).toBuffer()
  const gif = await picture(1200, 900).gif().toBuffer()
  const comment = Buffer.from('\x21\xfe\x0bSecretphone\x00', 'latin1')
  const application = Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1')
  const packet = Buffer.concat([Buffer.from(xmp), Buffer.from([1]), Buffer.from([...Array(256).keys()].toReversed())])
  // Behind the header and the colours, before everything else.
  const colours = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
  return Buffer.concat([
    ...[gif.subarray(0, colours), comment],
    ...[application, packet, Buffer.from([0])],
    gif.subarray(colours),
  ])
}

async function expectClean(path: string): Promise<void> {
  const { exif, xmp, iptc, icc, comments } = await sharp(path).metadata()
  expect({ exif, xmp, iptc, icc, comments }).toEqual({})
  const bytes = readFileSync(path)
  for (const trace of ['Secretphone', 'GPSLatitude', 'xmpmeta', 'Exif'])
    expect(bytes.includes(trace), trace).toBe(false)
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'no rendition of a %s has EXIF, a place, XMP or a colour profile of the upload',
  async (format) => {
    const bytes = await withTraces(format)
    expect(bytes.includes('Secretphone')).toBe(true)
    // A PNG has its text compressed; of a GIF none is read.
    if (format !== 'gif') expect((await sharp(bytes).metadata()).xmp).toBeDefined()
    const upload = save(bytes)
    const photo = await encodePhoto(upload, target)
    expect(photo.size).toBe(readFileSync(target.original).length)
    for (const path of Object.values(target)) await expectClean(path)
    for (const kind of ['avatar', 'cover', 'product'] as const) {
      await encodePortrait(upload, target.original, kind)
      await expectClean(target.original)
    }
    await encodePoster(upload, { target: target.original, thumbnail: target.thumbnail })
    for (const path of Object.values(target)) await expectClean(path)
  },
)

test('a photo is fitted into 2048 pixels, its thumbnail into 480, and it has a placeholder', async () => {
  const photo = await encodePhoto(save(await picture(3000, 2000).jpeg().toBuffer()), target)
  expect(photo).toMatchObject({ mimeType: 'image/jpeg', width: 2048, height: 1365 })
  const thumbnail = await sharp(target.thumbnail).metadata()
  expect(thumbnail).toMatchObject({ format: 'webp', width: 480, height: 320 })
  expect(Buffer.from(photo.placeholder, 'base64').length).toBeGreaterThan(4)
  expect(photo.placeholder.length).toBeLessThanOrEqual(60)
})

test('bytes appended to a picture are dropped', async () => {
  const jpeg = await picture(50, 50).jpeg().toBuffer()
  await encodePhoto(save(Buffer.concat([jpeg, Buffer.from('<script>secret</script>')])), target)
  expect(readFileSync(target.original).includes('secret')).toBe(false)
})

test('a picture is turned as its EXIF says', async () => {
  const jpeg = await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await encodePhoto(save(jpeg), target)).toMatchObject({ width: 200, height: 400 })
})

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s, known by its content', async (format) => {
  const path = save(await picture(60, 40).toFormat(format).toBuffer())
  expect(await detectMediaType(path)).toEqual({ type: 'photo', mimeType: `image/${format}` })
  expect(await encodePhoto(path, target)).toMatchObject({ width: 60, height: 40 })
})

test('transparency and animation are kept', async () => {
  const clear = sharp({
    create: { width: 40, height: 40, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  })
  expect(await encodePhoto(save(await clear.png().toBuffer()), target)).toMatchObject({ mimeType: 'image/webp' })
  expect((await sharp(target.original).metadata()).hasAlpha).toBe(true)
  const gif = await sharp(await colourFrames(), { join: { animated: true } })
    .gif()
    .toBuffer()
  expect(await encodePhoto(save(gif), target)).toMatchObject({ mimeType: 'image/webp', width: 30, height: 20 })
  expect((await sharp(target.original).metadata()).pages).toBe(3)
  expect((await sharp(target.thumbnail).metadata()).pages ?? 1).toBe(1)
})

test('an animated WebP keeps its frames, and an animated PNG is refused instead of losing them', async () => {
  const webp = await sharp(await colourFrames(), { join: { animated: true } })
    .webp()
    .toBuffer()
  await encodePhoto(save(webp), target)
  expect((await sharp(target.original).metadata()).pages).toBe(3)
  const png = await picture(9, 9).png().toBuffer()
  const control = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex')
  const apng = save(Buffer.concat([png.subarray(0, 33), control, png.subarray(33)]))
  expect(await detectMediaType(apng)).toMatchObject({ mimeType: 'image/apng' })
  await expect(encodePhoto(apng, target)).rejects.toMatchObject({ kind: 'unsupported', message: /movement/ })
  expect(await encodePortrait(apng, target.original, 'avatar')).toMatchObject({ width: 256 })
})

test('an animated AVIF is refused instead of losing its movement', async () => {
  const still = await picture(60, 40).avif().toBuffer()
  still.write('avis', still.indexOf('avif'))
  const table = box('stbl', box('stsz', words(0, 0, 3, 9, 9, 9)))
  const path = save(Buffer.concat([still, box('moov', box('trak', box('mdia', box('minf', table))))]))
  expect(await detectMediaType(path)).toEqual({ type: 'photo', mimeType: 'image/avif' })
  await expect(encodePhoto(path, target)).rejects.toMatchObject({ kind: 'unsupported', message: /movement/ })
})

test('an animation of over 1,000 frames is refused, however small they are', async () => {
  await expect(encodePhoto(save(frames(1, 1, 1_001)), target)).rejects.toMatchObject({ kind: 'too-large' })
})

/** Three pictures that differ: an encoder joins frames that are the same. */
function colourFrames(): Promise<Buffer[]> {
  const colours = ['#f00', '#0f0', '#00f'].map((background) =>
    sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .png()
      .toBuffer(),
  )
  return Promise.all(colours)
}

/** A GIF of a few hundred bytes: `count` frames of any size, of which one pixel has a colour. */
function frames(width: number, height: number, count: number): Buffer {
  const screen = Buffer.from([71, 73, 70, 56, 57, 97, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const control = Buffer.from([0x21, 0xf9, 4, 4, 10, 0, 0, 0])
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  screen.copy(descriptor, 5, 6, 10)
  const frame = Buffer.concat([control, descriptor, Buffer.from([2, 2, 0x44, 1, 0])])
  return Buffer.concat([screen, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])])
}

test('over 50 megapixels are refused before a pixel is decoded, also as frames', async () => {
  const bomb = await picture(10_000, 8_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(1024 * 1024)
  await expect(encodePhoto(save(bomb), target)).rejects.toMatchObject({ kind: 'too-large' })
  await expect(encodePortrait(save(bomb), target.original, 'avatar')).rejects.toMatchObject({ kind: 'too-large' })
  await expect(encodePhoto(save(frames(5000, 5000, 3)), target)).rejects.toMatchObject({ kind: 'too-large' })
  // Only its head is there: whoever decoded it would find it incomplete.
  await expect(encodePhoto(save(bomb.subarray(0, 500)), target)).rejects.toMatchObject({ kind: 'too-large' })
})

test('a picture that breaks off is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_value, index) => (index * 7919) % 251))
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const whole = await sharp(noise, { raw: { width: 200, height: 200, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    const half = save(whole.subarray(0, Math.floor(whole.length / 2)))
    await expect(encodePhoto(half, target), format).rejects.toMatchObject({ kind: 'invalid' })
  }
})

test('rejects a file that is a picture by its name alone, or of another type', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const tiff = await picture(9, 9).tiff().toBuffer()
  for (const bytes of [
    Buffer.from(svg),
    tiff,
    Buffer.from('%PDF-1.7\n'),
    Buffer.from('#!/bin/sh\n'),
    Buffer.alloc(0),
  ]) {
    await expect(detectMediaType(save(bytes))).rejects.toMatchObject({ kind: 'unsupported' })
  }
  await expect(encodePhoto(save(tiff), target)).rejects.toMatchObject({ kind: 'unsupported' })
})

test('an avatar is 256 × 256, a cover 1500 × 500', async () => {
  const path = save(await picture(700, 900).withExif(gps).jpeg().toBuffer())
  for (const [kind, width, height] of [
    ['avatar', 256, 256],
    ['cover', 1500, 500],
  ] as const) {
    expect(await encodePortrait(path, target.original, kind)).toMatchObject({ width, height })
    const metadata = await sharp(target.original).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width, height })
    expect(metadata.exif).toBeUndefined()
  }
})
