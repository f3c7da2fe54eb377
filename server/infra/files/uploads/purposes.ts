import { PHOTO_MAX_BYTES, VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import type { UploadSpec } from '../../http/route.ts'
import type { FileKind } from '../media-type.ts'

const MEGABYTE = 1024 * 1024

/** The files that one multipart field takes, and the purpose that they are kept for. */
export type UploadField = {
  purpose: 'message' | PublicPurpose | 'document'
  /** The kinds of file that it takes, and the bytes of one at most. */
  kinds: { readonly [Kind in FileKind]?: number }
  /** 1 unless told. */
  maxCount?: number
  /** True unless told. */
  required?: boolean
}

/** A picture with one of these purposes is public. The purpose is the name of its only rendition. */
type PublicPurpose = keyof typeof cuts

/** The edges that a picture of a message is fitted into, in pixels. */
export const edges = { original: 2048, thumbnail: 480 } as const

/** The width and height that a public picture is cut to, in pixels. */
export const cuts = { avatar: [256, 256], cover: [1500, 500], product: [640, 640] } as const

const photo = { photo: PHOTO_MAX_BYTES }
const video = { video: VIDEO_MAX_BYTES }

export const messageFile = { purpose: 'message', kinds: { ...photo, ...video } } as const satisfies UploadField

/** A picture of an account; its purpose says which. */
export const portrait = { kinds: photo } as const

/** A call that keeps one file of the actor, in the field `file`. */
export type UploadCall = {
  path: string
  /** `owner`: the account that the path names by `{id}`. */
  who: 'user' | 'performer' | 'owner'
  tag: string
  summary: string
  takes: UploadField
}

/** Each call that keeps one file, a row each: the routes are made from it. */
export const uploadCalls: readonly UploadCall[] = [
  {
    ...{ path: '/messages/private/file', who: 'user', tag: 'Messaging' },
    summary: 'Upload a photo or video for a message',
    takes: messageFile,
  },
  {
    ...{ path: '/messages/private/file/video', who: 'user', tag: 'Messaging' },
    summary: 'Upload a video for a message',
    takes: { purpose: 'message', kinds: video },
  },
  {
    ...{ path: '/messages/public/file/photo', who: 'user', tag: 'Messaging' },
    summary: 'Upload a photo for a message',
    takes: { purpose: 'message', kinds: photo },
  },
  {
    ...{ path: '/users/avatar/upload', who: 'user', tag: 'Users' },
    summary: 'Change the avatar',
    takes: { purpose: 'avatar', kinds: photo },
  },
  {
    ...{ path: '/users/{id}/avatar/upload', who: 'owner', tag: 'Users' },
    summary: 'Change the avatar of the own account',
    takes: { purpose: 'avatar', kinds: photo },
  },
  {
    ...{ path: '/performers/avatar/upload', who: 'performer', tag: 'Performers' },
    summary: 'Change the avatar',
    takes: { purpose: 'avatar', kinds: photo },
  },
  {
    ...{ path: '/performers/cover/upload', who: 'performer', tag: 'Performers' },
    summary: 'Change the cover',
    takes: { purpose: 'cover', kinds: photo },
  },
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
