import { crc32 } from 'node:zlib'
import { isAnimatedPng } from '@vesper/sync/media/png-chunks.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { manyScanJpeg } from '../testing/many-scan-jpeg.ts'
import { requirePlainStructure } from './plain-structure.ts'

const intricate = { kind: 'invalid', message: /too long to process/ }

function picture(edge: number) {
  return sharp({ create: { width: edge, height: edge, channels: 3, background: '#36c' } })
}

/** A chunk with its length before and its checksum behind. */
function chunk(type: string, data: number[]): Buffer {
  const named = Buffer.concat([Buffer.from(type), Buffer.from(data)])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}

/** A PNG with `count` more of a chunk behind its header. */
async function pngWith(added: Buffer, count: number): Promise<Buffer> {
  const png = await picture(9).png().toBuffer()
  return Buffer.concat([png.subarray(0, 33), ...Array.from({ length: count }, () => added), png.subarray(33)])
}

test('refuses a JPEG that a decoder goes through hundreds of times, wherever the scans stand', () => {
  expect(() => requirePlainStructure(manyScanJpeg(7064, 2646))).toThrow(expect.objectContaining({ kind: 'invalid' }))
  expect(() => requirePlainStructure(manyScanJpeg(7064, 20))).toThrow(/too long/)
  expect(() => requirePlainStructure(manyScanJpeg(100, 100))).toThrow(/too long/)
})

test('takes a JPEG with the scans that cameras and editors write', async () => {
  requirePlainStructure(manyScanJpeg(7064, 18))
  requirePlainStructure(manyScanJpeg(1000, 60))
  const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_value, index) => (index * 7919) % 251))
  const raw = { raw: { width: 300, height: 300, channels: 3 } } as const
  for (const progressive of [true, false]) {
    // A preview inside the metadata has scans of its own, and image data may look like a marker.
    const jpeg = await sharp(noise, raw).jpeg({ progressive, quality: 100, mozjpeg: progressive }).toBuffer()
    expect(() => requirePlainStructure(jpeg)).not.toThrow()
  }
})

test('refuses a PNG with thousands of text chunks, which take seconds before a pixel is seen', async () => {
  const text = chunk('zTXt', [97, 0, 0])
  const many = await pngWith(text, 1_000_000)
  // Processor time, whatever else the machine does.
  const began = process.cpuUsage()
  expect(() => requirePlainStructure(many)).toThrow(expect.objectContaining({ kind: intricate.kind }))
  expect(process.cpuUsage(began).user / 1_000).toBeLessThan(1_000)
  expect(() => requirePlainStructure(many.subarray(0, 40_000))).toThrow(intricate.message)
  requirePlainStructure(await pngWith(text, 20))
})

test('refuses a PNG whose image data is in tens of thousands of chunks', async () => {
  const parts = chunk('IDAT', [])
  expect(() => requirePlainStructure(Buffer.concat([header, ...repeated(parts, 20_001)]))).toThrow(intricate.message)
  requirePlainStructure(Buffer.concat([header, ...repeated(parts, 4_000)]))
})

test('knows an animated PNG by the number of its frames', async () => {
  expect(isAnimatedPng(await pngWith(chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0]), 1))).toBe(true)
  expect(isAnimatedPng(await pngWith(chunk('acTL', [0, 0, 0, 1, 0, 0, 0, 0]), 1))).toBe(false)
  expect(isAnimatedPng(await picture(9).png().toBuffer())).toBe(false)
})

test('reads no further than the bytes go', async () => {
  const wholes = [manyScanJpeg(64, 5), await pngWith(chunk('acTL', [0, 0, 0, 2]), 1)]
  for (const whole of wholes) {
    for (let length = 0; length < Math.min(whole.length, 600); length += 1) {
      expect(() => requirePlainStructure(whole.subarray(0, length))).not.toThrow()
      isAnimatedPng(whole.subarray(0, length))
    }
  }
})

const header = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]),
])

function repeated(bytes: Buffer, count: number): Buffer[] {
  return Array.from({ length: count }, () => bytes)
}
