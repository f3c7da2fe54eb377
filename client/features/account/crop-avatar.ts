import { flattenTransparency } from '../../core/media/prepare/flatten-transparency.ts'

/** Pixels of a side; more than any place that shows an avatar needs. */
const SIDE = 1024

/**
 * The middle of a picture as a square, made small on the device: less to send, and nothing of where it was taken.
 * Resolves to the file as it is when the browser cannot read it; the server has the last word.
 */
export async function squarePicture(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const side = Math.min(picture.width, picture.height)
    const target = Math.min(side, SIDE)
    const canvas = new OffscreenCanvas(target, target)
    const left = (picture.width - side) / 2
    const top = (picture.height - side) / 2
    const context = canvas.getContext('2d')
    context?.drawImage(picture, left, top, side, side, 0, 0, target, target)
    picture.close()
    if (context) flattenTransparency(context)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    return new File([blob], 'avatar.jpg', { type: blob.type })
  } catch {
    return file
  }
}
