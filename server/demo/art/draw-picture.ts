import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { EncodedImage } from '../../infra/files/processing/images.ts'
import { edges } from '../../infra/files/uploads/purposes.ts'
import { drawings } from './drawings.ts'
import type { Motif } from './motifs.ts'
import type { ArtPalette } from './palette.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'
import { fill, glow, px } from './svg.ts'
import type { Size } from './svg.ts'

/** A picture to draw; the same seed draws the same one. */
export type Sketch = Size & { motif: Motif; palette: ArtPalette; seed: string }

type Pixels = { data: Buffer; info: { width: number; height: number; channels: 3 } }

const THUMBHASH_EDGE = 64
const GRAIN_EDGE = 256
/** How far the noise goes to either side, of 255. */
const GRAIN = 11
/** Drawn without a camera: neither turned nor darkened at the corners. */
const plain: ReadonlySet<Motif> = new Set(['tiles', 'face'])

/** Draws a photo of a post into its two renditions, past the upload path, which would decode each of them again. */
export async function drawPhoto(
  sketch: Sketch,
  target: { original: string; thumbnail: string },
): Promise<EncodedImage> {
  const pixels = await drawPicturePixels(sketch)
  const { size } = await again(pixels).jpeg({ quality: 82 }).toFile(target.original)
  const within = { width: edges.thumbnail, height: edges.thumbnail, fit: 'inside', withoutEnlargement: true } as const
  await again(pixels).resize(within).webp({ quality: 78, effort: 2 }).toFile(target.thumbnail)
  return { mimeType: 'image/jpeg', size, ...sizeOf(sketch), placeholder: await placeholderOf(pixels) }
}

/** Draws a picture that everybody may see into its one rendition. */
export async function drawPortrait(sketch: Sketch, target: string): Promise<EncodedImage> {
  const pixels = await drawPicturePixels(sketch)
  const { size } = await again(pixels).webp({ quality: 84, effort: 2 }).toFile(target)
  return { mimeType: 'image/webp', size, ...sizeOf(sketch), placeholder: await placeholderOf(pixels) }
}

/** Draws the still picture of a clip. */
export async function drawStill(sketch: Sketch, target: string): Promise<void> {
  await again(await drawPicturePixels(sketch))
    .jpeg({ quality: 90 })
    .toFile(target)
}

/** The pixels of a picture, three bytes each. */
export async function drawPicturePixels(sketch: Sketch): Promise<Pixels> {
  const picture = sharp(Buffer.from(svgOf(sketch))).removeAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  if (!plain.has(sketch.motif)) addGrain(data, info.width)
  return { data, info: { width: info.width, height: info.height, channels: 3 } }
}

/** The drawing as a camera sees it: a little turned, darker at the corners. */
function svgOf({ motif, palette, seed, width, height }: Sketch): string {
  const random = randomOf(seed)
  const inside = drawings[motif]({ random, palette, width, height })
  const turn = plain.has(motif) ? '' : `rotate(${px(random.in(-1, 1))}) scale(1.03)`
  const [x, y] = [width / 2, height / 2]
  const dark = plain.has(motif) ? '' : fill('url(#vignette)')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>${shared}</defs>
<g transform="translate(${x} ${y}) ${turn} translate(${-x} ${-y})">${inside}</g>${dark}</svg>`
}

/** The fills of every drawing, a soft shadow and a soft light, and the corners of all. */
const shared = [
  glow('shade', [
    ['#000', 0.6, 0],
    ['#000', 0.5, 0.66],
    ['#000', 0, 1],
  ]),
  glow('glint', [
    ['#fff', 0.75, 0],
    ['#fff', 0, 1],
  ]),
  glow(
    'vignette',
    [
      ['#000', 0, 0.55],
      ['#000', 0.36, 1],
    ],
    'r=".75"',
  ),
].join('')

/** One tile of noise around 0, for all pictures. */
const grain = Int8Array.from({ length: GRAIN_EDGE ** 2 }, grainOf(randomOf('grain')))

function grainOf(random: Random): () => number {
  return () => Math.round(random.around(0, GRAIN))
}

/** Here and not by a blend of sharp, which takes longer than the drawing. */
function addGrain(pixels: Buffer, width: number): void {
  const clamped = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
  const rows = pixels.length / 3 / width
  for (let y = 0, at = 0; y < rows; y += 1) {
    const row = (y % GRAIN_EDGE) * GRAIN_EDGE
    for (let x = 0; x < width; x += 1, at += 3) {
      const noise = grain[row + (x % GRAIN_EDGE)] ?? 0
      for (let channel = 0; channel < 3; channel += 1) clamped[at + channel] = (clamped[at + channel] ?? 0) + noise
    }
  }
}

async function placeholderOf(pixels: Pixels): Promise<string> {
  const within = { width: THUMBHASH_EDGE, height: THUMBHASH_EDGE, fit: 'inside' } as const
  const { data, info } = await again(pixels).resize(within).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

function again({ data, info }: Pixels) {
  return sharp(data, { raw: info })
}

function sizeOf({ width, height }: Size): Size {
  return { width, height }
}
