import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { flattenTransparency } from './flatten-transparency.ts'

/** The longest side of a photo that is sent (pixels): sharp on any phone, a tenth of the bytes of a camera's. */
const LONGEST = 2560
const QUALITY = 0.86

export type PreparedImage = { bytes: Blob; width: number; height: number }

/**
 * Draws a photo anew, turned as its camera meant it and no larger than needed. Other data of the file, such as the
 * place, is not drawn and so does not leave the device. Refuses what this browser cannot show, with
 * no words of its own.
 */
export async function prepareImage(file: Blob): Promise<PreparedImage> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch((cause: unknown) => {
    throw Object.assign(new Refusal('unsupported', ''), { cause })
  })
  try {
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    return { bytes: await draw(bitmap, width, height), width, height }
  } finally {
    bitmap.close()
  }
}

async function draw(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas to draw on')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  // A browser that cannot write WebP writes PNG instead, which is far too large for a photo.
  const webp = await toBlob(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  flattenTransparency(context)
  const jpeg = await toBlob(canvas, 'image/jpeg')
  if (!jpeg) throw new Error('The picture could not be written')
  return jpeg
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY))
}
