import { filePurposes, maxSeconds, purposeLimits } from '@vesper/sync/vesper/purposes.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import type { UploadSpec } from '../../http/route.ts'
import type { UploadedKind } from '../media-type.ts'
import type { PublicRendition } from '../media/media-link.ts'

const MEGABYTE = 1024 * 1024

/** The files that one multipart field takes, and the purpose that they are kept for. */
export type UploadField = {
  purpose: FilePurpose | 'document'
  /** The kinds of file that it takes, and the bytes of one at most. */
  kinds: { readonly [Kind in UploadedKind]?: number }
  /** 1 unless told. */
  maxCount?: number
  /** True unless told. */
  required?: boolean
}

/** A field that takes all that its purpose does. */
export function takes<Purpose extends FilePurpose>(purpose: Purpose): UploadField & { purpose: Purpose } {
  return { purpose, kinds: purposeLimits[purpose] }
}

/** The same kinds with the maxima of the site, in megabytes, where these are lower. */
export function capped(
  kinds: UploadField['kinds'],
  maxima: { readonly [Kind in UploadedKind]?: number },
): UploadField['kinds'] {
  const bounds = Object.entries<number>(kinds).map(([kind, bytes]) => {
    const most = maxima[kind as UploadedKind]
    return [kind, most === undefined ? bytes : Math.min(bytes, most * MEGABYTE)]
  })
  return Object.fromEntries(bounds) as UploadField['kinds']
}

/** The edges that a picture is fitted into, in pixels: the picture itself, where its purpose has no smaller one, and others. */
export const edges = { document: 4096, original: 2048, cover: 960, poster: 1280, thumbnail: 480 } as const

/** The width and height that a public picture is cut to, in pixels. */
export const cuts = { avatar: [256, 256], cover: [1500, 500], product: [640, 640] } as const

/** The pixels of the picture that a link is shown with. */
export const SHARED = { width: 1200, height: 630 } as const

/** Purposes whose pictures are public, and the only rendition of each. */
const portraits: { readonly [Purpose in FilePurpose]?: PublicRendition } = {
  ...{ avatar: 'avatar', cover: 'cover', product: 'product', 'product-picture': 'product' },
  'gallery-cover': 'product',
}

/** The public rendition that pictures of a purpose have instead of `original` and `thumbnail`; null for other purposes. */
export function portraitOf(purpose: FilePurpose): PublicRendition | null {
  return portraits[purpose] ?? null
}

/** The purposes whose pictures have this public rendition. */
export function purposesOf(rendition: PublicRendition): FilePurpose[] {
  return (Object.keys(portraits) as FilePurpose[]).filter((purpose) => portraits[purpose] === rendition)
}

/** True when everybody may see the files of a purpose, wherever they are. */
export function isPublicPurpose(purpose: FilePurpose): boolean {
  return purpose === 'welcome-video' || portraitOf(purpose) !== null
}

/** Purposes whose files a column of their holder names. They have no `attachment`. */
const heldByColumn: ReadonlySet<FilePurpose> = new Set<FilePurpose>([
  ...(['avatar', 'cover', 'product', 'welcome-video', 'stream-slice'] as const),
])

/** The purposes whose files are held by an `attachment`. One that nothing has ever held for a week is removed. */
export const attachedPurposes: readonly FilePurpose[] = filePurposes.filter((purpose) => !heldByColumn.has(purpose))

/** The purposes of files that a creator puts again into posts, galleries, videos and messages. Their originals are private. */
export const libraryPurposes: readonly FilePurpose[] = [
  ...(['message', 'feed-photo', 'feed-video', 'feed-audio', 'feed-thumbnail', 'feed-teaser'] as const),
  ...(['gallery-photo', 'video', 'video-thumbnail', 'video-teaser'] as const),
]

/** The purposes of videos that show what is locked, a minute at most. Files of other purposes may last longer. */
export const teaserPurposes: readonly FilePurpose[] = ['feed-teaser', 'video-teaser']

/** The purposes of files that the library lists: with those above what products show and sell. */
export const listedPurposes: readonly FilePurpose[] = [...libraryPurposes, 'product-picture', 'product-file']

/** How a video is stored: a `clip` as one small copy, a `full` one with the copy that came and smaller ones. */
export function videoTreatmentOf(purpose: FilePurpose): 'clip' | 'full' {
  return maxSeconds[purpose] === undefined ? 'full' : 'clip'
}

/** The edge that a photo of this purpose is fitted into, in pixels. */
export function edgeOf(purpose: FilePurpose): number {
  if (purpose === 'comment-photo') return edges.poster
  return purpose === 'feed-thumbnail' || purpose === 'video-thumbnail' ? edges.cover : edges.original
}

/** The listed purposes whose photos and videos are stored smaller than they came. */
export const smallPurposes: readonly FilePurpose[] = listedPurposes.filter(
  (purpose) => portraitOf(purpose) !== null || edgeOf(purpose) < edges.original || videoTreatmentOf(purpose) === 'clip',
)

/** A call that keeps one file of the actor, in the field `file`. */
export type UploadCall = {
  path: string
  /** `owner`: the account that the path names by `{id}`. */
  who: 'user' | 'performer' | 'owner'
  tag: string
  summary: string
  takes: UploadField & { purpose: FilePurpose }
}

const feedUploads = [
  ['photo', 'feed-photo', 'Upload a photo for a post'],
  ['video', 'feed-video', 'Upload a video for a post'],
  ['audio', 'feed-audio', 'Upload a sound for a post'],
  ['thumbnail', 'feed-thumbnail', 'Upload the picture that stands for a locked post'],
  ['teaser', 'feed-teaser', 'Upload a video of at most a minute that shows what a locked post is about'],
] as const

/** Each call that keeps one file, a row each: the routes are made from it. */
export const uploadCalls: readonly UploadCall[] = [
  {
    ...{ path: '/messages/private/file', who: 'user', tag: 'Messaging' },
    summary: 'Upload a photo, video or sound for a message',
    takes: takes('message'),
  },
  {
    ...{ path: '/messages/private/file/video', who: 'user', tag: 'Messaging' },
    summary: 'Upload a video for a message',
    takes: { purpose: 'message', kinds: { video: purposeLimits.message.video } },
  },
  {
    ...{ path: '/messages/public/file/photo', who: 'user', tag: 'Messaging' },
    summary: 'Upload a photo for a message',
    takes: { purpose: 'message', kinds: { photo: purposeLimits.message.photo } },
  },
  {
    ...{ path: '/users/avatar/upload', who: 'user', tag: 'Users' },
    summary: 'Change the avatar',
    takes: takes('avatar'),
  },
  {
    ...{ path: '/users/{id}/avatar/upload', who: 'owner', tag: 'Users' },
    summary: 'Change the avatar of the own account',
    takes: takes('avatar'),
  },
  {
    ...{ path: '/performers/avatar/upload', who: 'performer', tag: 'Performers' },
    summary: 'Change the avatar',
    takes: takes('avatar'),
  },
  {
    ...{ path: '/performers/cover/upload', who: 'performer', tag: 'Performers' },
    summary: 'Change the cover',
    takes: takes('cover'),
  },
  {
    ...{ path: '/performers/welcome-video/upload', who: 'performer', tag: 'Performers' },
    summary: 'Change the welcome video, of at most a minute; everybody sees it once it is ready',
    takes: takes('welcome-video'),
  },
  ...feedUploads.map(([name, purpose, summary]): UploadCall => {
    return { path: `/performer/feeds/${name}/upload`, who: 'performer', tag: 'Posts', summary, takes: takes(purpose) }
  }),
]

const document = { purpose: 'document', kinds: { document: 10 * MEGABYTE } } as const

/** The identity documents of a creator, which are kept as they came. */
export const documentFields = {
  idFront: document,
  idBack: { ...document, required: false },
  selfie: document,
} satisfies Record<string, UploadField>

/** The bounds within which the fields of a form are received. */
export function uploadSpec<Field extends string>(
  fields: Readonly<Record<Field, UploadField>>,
): Record<Field, UploadSpec[string]> {
  const bounds = Object.entries<UploadField>(fields).map(([field, { kinds, maxCount = 1, required = true }]) => [
    field,
    { maxCount, maxBytes: Math.max(...Object.values(kinds)), required },
  ])
  return Object.fromEntries(bounds) as Record<Field, UploadSpec[string]>
}
