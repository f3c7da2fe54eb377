import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodePhoto } from '../../infra/files/processing/images.ts'
import { fanPalettes } from '../world/fan-palettes.ts'
import { drawPhoto, drawPicturePixels } from './draw-picture.ts'
import { motifs } from './motifs.ts'

const [palette] = fanPalettes
const size = { width: 240, height: 160 }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesper-art-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each(motifs)('%s is drawn alike for one seed and otherwise for another, and is no flat area', async (motif) => {
  const draw = (seed: string) => drawPicturePixels({ motif, palette, seed, ...size })
  const [first, again, other] = [await draw('a'), await draw('a'), await draw('b')]
  expect(first.info).toEqual({ ...size, channels: 3 })
  expect(first.data.equals(again.data)).toBe(true)
  expect(first.data.equals(other.data)).toBe(false)
  const { channels } = await sharp(first.data, { raw: first.info }).stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(8)
})

test('a drawn photo is what the upload of its original would have made of it', async () => {
  const paths = (name: string) => ({ original: join(folder, `${name}.jpg`), thumbnail: join(folder, `${name}.webp`) })
  const sketch = { motif: 'landscape', palette, seed: 'upload', width: 576, height: 720 } as const
  const drawn = await drawPhoto(sketch, paths('drawn'))
  const uploaded = await encodePhoto(paths('drawn').original, paths('uploaded'))
  const shapeOf = ({ mimeType, width, height }: typeof drawn) => ({ mimeType, width, height })
  expect(shapeOf(drawn)).toEqual(shapeOf(uploaded))
  expect(drawn.size).toBeLessThan(120_000)
  const thumbnails = await Promise.all(['drawn', 'uploaded'].map((name) => sharp(paths(name).thumbnail).metadata()))
  const [mine, theirs] = thumbnails.map(({ format, width, height }) => ({ format, width, height }))
  expect(mine).toEqual(theirs)
  expect(mine).toMatchObject({ format: 'webp', height: 480 })
})
