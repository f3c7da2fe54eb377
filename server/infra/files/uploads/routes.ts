import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FileStatus, PartStatus, UploadFields, UploadPartFields } from '@vesper/sync/vesper/api/messages.ts'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { App } from '../../../context.ts'
import type { Actor } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import type { Limit, Route, UploadedFile, UploadSpec } from '../../http/route.ts'
import { File } from '../entity.ts'
import { publicUrl } from '../media/media-link.ts'
import { IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '../media-type.ts'
import { NO_FILE } from '../refusals.ts'
import { receivedOf, uploadPart } from './upload-part.ts'
import type { PartReceived } from './upload-part.ts'
import { uploadMessageFile } from './upload-message-file.ts'
import { uploadPortrait } from './upload-portrait.ts'
import { fileStatusView } from '../views.ts'
import { own } from '../../database/own.ts'

/** Of one part; a device sends a quarter of it. */
const PART_MAX_BYTES = 1024 * 1024

// A message takes ten files, and a device that comes back online sends what waited.
const messageUploads: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]
const portraitUploads: Limit[] = [{ points: 20, seconds: 300, by: 'account' }]

function one(maxBytes: number): UploadSpec {
  return { file: { maxCount: 1, maxBytes, required: true } }
}

function messageUpload(declaration: { path: string; accept: 'photo' | 'video' | 'any'; summary: string }): Route {
  const { path, accept, summary } = declaration
  return route({
    method: 'POST',
    path,
    who: 'user',
    limits: messageUploads,
    tag: 'Messaging',
    summary,
    body: UploadFields,
    files: one(accept === 'photo' ? IMAGE_MAX_BYTES : VIDEO_MAX_BYTES),
    answer: FileStatus,
    async handle({ app, actor, body, files }) {
      const { path: uploaded, size } = onlyFile(files)
      const fileId = (body.fileId ?? v7()).toLowerCase()
      const file = await uploadMessageFile(app, actor, { fileId, path: uploaded, size, accept })
      return fileStatusView(app, file, actor.userId)
    },
  })
}

function portraitUpload(declaration: { path: string; kind: 'avatar' | 'cover'; who: 'user' | 'performer' }): Route {
  const { path, kind, who } = declaration
  return route({
    method: 'POST',
    path,
    who,
    limits: portraitUploads,
    tag: who === 'user' ? 'Users' : 'Performers',
    summary: `Change the ${kind}`,
    files: one(IMAGE_MAX_BYTES),
    answer: AvatarAnswer,
    handle: ({ app, actor, files }) => changePortrait(app, actor, { file: onlyFile(files), kind }),
  })
}

const ownAvatarById = route({
  method: 'POST',
  path: '/users/{id}/avatar/upload',
  who: 'owner',
  limits: portraitUploads,
  tag: 'Users',
  summary: 'Change the avatar of the own account',
  params: v.object({ id: uuid }),
  files: one(IMAGE_MAX_BYTES),
  answer: AvatarAnswer,
  async handle({ app, actor, params, files }) {
    // Whether there is such another account makes no difference to the answer.
    if (params.id.toLowerCase() !== actor.userId) throw new Refusal('forbidden', 'Forbidden in the action!')
    return changePortrait(app, actor, { file: onlyFile(files), kind: 'avatar' })
  },
})

const part = route({
  method: 'POST',
  path: '/messages/private/file/part',
  who: 'user',
  limits: [{ points: 600, seconds: 60, by: 'account' }],
  tag: 'Messaging',
  summary: 'Upload a part of a photo or video for a message; the answer says how much is there',
  body: UploadPartFields,
  files: one(PART_MAX_BYTES),
  answer: PartStatus,
  async handle({ app, actor, body: { fileId, ...place }, files }) {
    const { path, size } = onlyFile(files)
    const id = fileId.toLowerCase()
    return partStatus(app, actor, await uploadPart(app, actor, { ...place, fileId: id, path, size }))
  },
})

const received = route({
  method: 'GET',
  path: '/messages/private/file/part/{fileId}',
  who: 'user',
  tag: 'Messaging',
  summary: 'How much of an own upload in parts is there',
  params: v.object({ fileId: uuid }),
  answer: PartStatus,
  handle: async ({ app, actor, params }) =>
    partStatus(app, actor, await receivedOf(app, actor, params.fileId.toLowerCase())),
})

const status = route({
  method: 'GET',
  path: '/files/{id}/status',
  who: 'owner',
  tag: 'Files',
  summary: 'How far an own upload is',
  params: v.object({ id: uuid }),
  answer: FileStatus,
  async handle({ app, actor, params }) {
    const file = await own({ em: app.orm.em.fork(), actor }, File, { id: params.id, message: NO_FILE })
    return fileStatusView(app, file, actor.userId)
  },
})

export const fileRoutes: Route[] = [
  messageUpload({ path: '/messages/private/file', accept: 'any', summary: 'Upload a photo or video for a message' }),
  messageUpload({ path: '/messages/private/file/video', accept: 'video', summary: 'Upload a video for a message' }),
  messageUpload({ path: '/messages/public/file/photo', accept: 'photo', summary: 'Upload a photo for a message' }),
  part,
  received,
  status,
  portraitUpload({ path: '/users/avatar/upload', kind: 'avatar', who: 'user' }),
  ownAvatarById,
  portraitUpload({ path: '/performers/avatar/upload', kind: 'avatar', who: 'performer' }),
  portraitUpload({ path: '/performers/cover/upload', kind: 'cover', who: 'performer' }),
]

function partStatus(app: App, actor: Actor, { received, file }: PartReceived): v.InferInput<typeof PartStatus> {
  return { received, file: file && fileStatusView(app, file, actor.userId) }
}

async function changePortrait(
  app: App,
  actor: Actor,
  { file, kind }: { file: UploadedFile; kind: 'avatar' | 'cover' },
): Promise<v.InferInput<typeof AvatarAnswer>> {
  const fileId = await uploadPortrait(app, actor, { path: file.path, kind })
  return { _id: fileId, url: publicUrl(fileId, kind) }
}

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files
  if (!file) throw new Refusal('invalid', 'A file is missing.', [{ path: 'file', message: 'Choose a file.' }])
  return file
}
