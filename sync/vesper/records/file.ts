import * as v from 'valibot'

/** Peaks of a waveform. */
export const WAVEFORM_PEAKS = 96

/** A smaller copy of a video, as an MP4 that starts to play before it is there whole. */
export const FileVariant = v.object({
  name: v.picklist(['360p', '720p']),
  url: v.string(),
  width: v.number(),
  height: v.number(),
  /** Bytes. */
  size: v.number(),
})

export type FileVariant = v.InferOutput<typeof FileVariant>

/** A file as a viewer sees it. `url`s are signed for that viewer and expire; the service worker caches without the signature. */
export const FileRecord = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  /** `other`: any file that is kept as it came, for download. */
  type: v.picklist(['photo', 'video', 'audio', 'other']),
  status: v.picklist(['processing', 'ready', 'failed']),
  mimeType: v.string(),
  /** Bytes of the stored original. */
  size: v.number(),
  /** Pixels; null while unknown (a video is not probed yet), and for a sound. */
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  /** Length of a video or a sound; null while unknown. */
  durationMs: v.nullable(v.number()),
  /** `WAVEFORM_PEAKS` peaks of a sound, 0 to 100. */
  waveform: v.nullable(v.array(v.number())),
  url: v.string(),
  /** At most 480 pixels wide and high. */
  thumbnailUrl: v.nullable(v.string()),
  /** The picture of a video, at most 1280 pixels wide and high. */
  posterUrl: v.nullable(v.string()),
  /** The smaller copies of a video that are there so far, the smallest first. */
  variants: v.array(FileVariant),
  /** Percent of the processing, for calls of its owner; null otherwise. Synchronised rows do not change with each step. */
  progress: v.nullable(v.number()),
  /** Base64 thumbhash, shown until the picture is there. */
  placeholder: v.nullable(v.string()),
})

export type FileRecord = v.InferOutput<typeof FileRecord>

/** The number of files of each kind, for viewers to whom they are locked. */
export const FileCounts = v.object({
  ...{ photo: v.number(), video: v.number(), audio: v.number() },
  /** Length of all videos and sounds together; not there without one, and while that of one is unknown. */
  durationMs: v.optional(v.number()),
})

export type FileCounts = v.InferOutput<typeof FileCounts>

type Timed = Pick<FileRecord, 'type'> & { durationMs?: number | null | undefined }

export function countFiles(files: readonly Timed[]): FileCounts {
  const count = (kind: FileRecord['type']) => files.filter(({ type }) => type === kind).length
  const lengths = files.filter(({ type }) => type === 'video' || type === 'audio').map(({ durationMs }) => durationMs)
  const known = lengths.filter((length) => length != null)
  const isKnown = lengths.length > 0 && known.length === lengths.length
  const durationMs = known.reduce((sum, length) => sum + length, 0)
  return { photo: count('photo'), video: count('video'), audio: count('audio'), ...(isKnown && { durationMs }) }
}

/** Why files cannot be seen: one of them is in processing, or else one could not be read. */
export const Unready = v.picklist(['processing', 'failed'])

export type Unready = v.InferOutput<typeof Unready>

/** Why these files cannot all be seen; null when they can. */
export function unreadyOf(files: readonly Pick<FileRecord, 'status'>[]): Unready | null {
  if (files.some(({ status }) => status === 'processing')) return 'processing'
  return files.some(({ status }) => status === 'failed') ? 'failed' : null
}
