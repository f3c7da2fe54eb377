import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { MOVEMENT_HEAD_BYTES, requireKeptMovement } from '@vesper/sync/media/require-kept-movement.ts'
import { isTaken, sniffMediaType } from '../sniff-media-type.ts'
import { prepareImage } from './prepare-image.ts'
import { stripGif } from './strip-metadata/gif.ts'
import { stripMp4 } from './strip-metadata/mp4.ts'
import { stripAnimatedWebp, webpSize } from './strip-metadata/webp.ts'

/** Some browsers never answer. */
const LOOK_MS = 5_000

/** Pixels where this browser can tell. */
export type PreparedFile = { bytes: Blob; width: number | null; height: number | null }

/**
 * A photo, video or sound as it may leave this device. Photos and videos keep nothing of where, when and by what they were
 * made. Refuses a video or sound of a kind that the server never takes, and a picture whose movement would be lost.
 */
export async function prepareFile(file: Blob): Promise<PreparedFile> {
  if (file.type.startsWith('audio/')) {
    if (!isTaken(await sniffMediaType(file))) {
      throw new Refusal('unsupported', 'Use an MP3, M4A, AAC, OGG, WAV or FLAC sound.')
    }
    // The server writes it anew, without its tags.
    return { bytes: file, width: null, height: null }
  }
  if (file.type.startsWith('video/')) {
    // All of it would go up before the server says so.
    if (!isTaken(await sniffMediaType(file))) throw new Refusal('unsupported', 'Use an MP4, MOV, WebM or MKV video.')
    const bytes = await stripMp4(file)
    return { bytes, ...(await videoSize(bytes)) }
  }
  // Drawing a moving picture anew would stop it.
  const gif = file.type === 'image/gif' ? await stripGif(file) : null
  if (gif) return { bytes: gif, ...(await gifSize(gif)) }
  const webp = file.type === 'image/webp' ? await stripAnimatedWebp(file) : null
  if (webp) return { bytes: webp, ...(await webpSize(webp)) }
  requireKeptMovement(new Uint8Array(await file.slice(0, MOVEMENT_HEAD_BYTES).arrayBuffer()))
  return prepareImage(file)
}

/** GIF89a, 18: width and height follow the six letters of the signature. Unknown for a file that is cut off. */
async function gifSize(file: Blob): Promise<Omit<PreparedFile, 'bytes'>> {
  const header = new DataView(await file.slice(6, 10).arrayBuffer())
  if (header.byteLength < 4) return { width: null, height: null }
  return { width: header.getUint16(0, true), height: header.getUint16(2, true) }
}

/** Unknown for a video that this browser cannot play, which the other may be able to, or does not look at in time. */
function videoSize(file: Blob): Promise<{ width: number | null; height: number | null }> {
  return new Promise((resolve) => {
    const video = document.createElement('video')
    const url = URL.createObjectURL(file)
    const timer = setTimeout(() => settle(), LOOK_MS)
    const settle = () => {
      clearTimeout(timer)
      URL.revokeObjectURL(url)
      resolve({ width: video.videoWidth || null, height: video.videoHeight || null })
    }
    video.preload = 'metadata'
    video.onloadedmetadata = settle
    video.onerror = settle
    video.src = url
    // Where the line is to be spared, browsers do not look into a file before they are told to, not even one that is here.
    video.load()
  })
}
