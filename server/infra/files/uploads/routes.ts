import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import { FileStatus, PartStatus, UploadFields, UploadPartFields } from '@vesper/sync/vesper/api/files.ts'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { App } from '../../../context.ts'
import type { Actor } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import type { Limit, Route, UploadedFile } from '../../http/route.ts'
import { File } from '../entity.ts'
import { publicUrl } from '../media/media-link.ts'
import { viewable } from '../media/viewable-route.ts'
import { NO_FILE } from '../refusals.ts'
import { receivedOf, uploadPart } from './upload-part.ts'
import type { PartReceived } from './upload-part.ts'
import { fileStatusView } from '../views.ts'
import { own } from '../../database/own.ts'
import { keepPortrait, keepUpload } from './keep-upload.ts'
import { uploadCalls, uploadSpec } from './purposes.ts'
import type { UploadCall } from './purposes.ts'

/** Of one part; a device sends a quarter of it. */
const PART_MAX_BYTES = 1024 * 1024

// A message takes ten files, and a device that comes back online sends what waited.
const messageUploads: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]
const portraitUploads: Limit[] = [{ points: 20, seconds: 300, by: 'account' }]

function uploadRoute(call: UploadCall): Route {
  const { purpose } = call.takes
  return purpose === 'avatar' || purpose === 'cover' ? portraitRoute(call, purpose) : messageRoute(call)
}

function messageRoute({ takes, ...call }: UploadCall): Route {
  return route({
    ...{ method: 'POST', ...call, limits: messageUploads },
    body: UploadFields,
    files: uploadSpec({ file: takes }),
    answer: FileStatus,
    async handle({ app, actor, body, files }) {
      const { path, size } = onlyFile(files)
      const fileId = (body.fileId ?? v7()).toLowerCase()
      const file = await keepUpload(app, actor, { fileId, path, size, takes: { ...takes, purpose: 'message' } })
      return fileStatusView(app, file, actor.userId)
    },
  })
}

function portraitRoute({ takes, ...call }: UploadCall, kind: 'avatar' | 'cover'): Route {
  return route({
    ...{ method: 'POST', ...call, limits: portraitUploads },
    params: call.who === 'owner' ? v.object({ id: uuid }) : undefined,
    files: uploadSpec({ file: takes }),
    answer: AvatarAnswer,
    async handle({ app, actor, params, files }) {
      // The answer is the same whether or not such another account exists.
      if (params && params.id.toLowerCase() !== actor.userId) throw new Refusal('forbidden', 'Forbidden in the action!')
      const { path, size } = onlyFile(files)
      const _id = await keepPortrait(app, actor, { path, size, kind })
      return { _id, url: publicUrl(_id, kind) }
    },
  })
}

const part = route({
  method: 'POST',
  path: '/messages/private/file/part',
  who: 'user',
  limits: [{ points: 600, seconds: 60, by: 'account' }],
  tag: 'Messaging',
  summary: 'Upload a part of a photo or video for a message; the answer says how much is there',
  body: UploadPartFields,
  files: { file: { maxCount: 1, maxBytes: PART_MAX_BYTES, required: true } },
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

export const fileRoutes: Route[] = [...uploadCalls.map(uploadRoute), part, received, status, viewable]

function partStatus(app: App, actor: Actor, { received, file }: PartReceived): v.InferInput<typeof PartStatus> {
  return { received, file: file && fileStatusView(app, file, actor.userId) }
}

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files
  if (!file) throw new Refusal('invalid', 'A file is missing.', [{ path: 'file', message: 'Choose a file.' }])
  return file
}
