import { AUDIO_MAX_BYTES, PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '../media/media-types.ts'

/** `other`: any file that is kept as it came. */
export type FileKind = 'photo' | 'video' | 'audio' | 'other'

const MEGABYTE = 1024 * 1024

const photo = { photo: PHOTO_MAX_BYTES }
const video = { video: VIDEO_MAX_BYTES }
const smallPhoto = { photo: 10 * MEGABYTE }
const clip = { video: 50 * MEGABYTE }

/** The purposes of uploaded files: the kinds of file that each takes, and the bytes of one at most. */
export const purposeLimits = {
  message: { ...photo, ...video, audio: AUDIO_MAX_BYTES },
  'feed-photo': photo,
  'feed-video': video,
  'feed-audio': { audio: AUDIO_MAX_BYTES },
  'feed-thumbnail': smallPhoto,
  'feed-teaser': clip,
  'gallery-photo': photo,
  /** Made by the server from a photo of the gallery. */
  'gallery-cover': photo,
  video,
  'video-thumbnail': smallPhoto,
  'video-teaser': clip,
  'product-picture': smallPhoto,
  'product-file': { other: VIDEO_MAX_BYTES },
  'comment-photo': smallPhoto,
  'welcome-video': clip,
  /** A part of a stream that its creator's device has recorded. */
  'stream-slice': { other: 32 * MEGABYTE },
  avatar: photo,
  cover: photo,
  product: photo,
} as const satisfies Record<string, { readonly [Kind in FileKind]?: number }>

export type FilePurpose = keyof typeof purposeLimits

export const filePurposes = Object.keys(purposeLimits) as readonly FilePurpose[] as readonly [
  FilePurpose,
  ...FilePurpose[],
]

/** The most seconds of a video with one of these purposes. */
export const maxSeconds: { readonly [Purpose in FilePurpose]?: number } = {
  'feed-teaser': 60,
  'video-teaser': 60,
  'welcome-video': 60,
}

/** Purposes of which creators alone upload files. */
export function isForCreators(purpose: FilePurpose): boolean {
  return purpose !== 'message' && purpose !== 'avatar' && purpose !== 'comment-photo'
}

/** The kind of the largest file of a purpose. */
export function largestKindOf(purpose: FilePurpose): FileKind {
  const [largest] = Object.entries<number>(purposeLimits[purpose]).toSorted(([, a], [, b]) => b - a)
  return (largest?.[0] ?? 'other') as FileKind
}

/** Bytes of the largest file of a purpose. */
export function maxBytesOf(purpose: FilePurpose): number {
  return Math.max(...Object.values<number>(purposeLimits[purpose]))
}
