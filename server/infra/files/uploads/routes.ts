import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { uuid } from '@vesper/sync/vesper/api/fields.ts'
import {
  FileStatus,
  PartStatus,
  PurposePartFields,
  UploadFields,
  UploadPartFields,
} from '@vesper/sync/vesper/api/files.ts'
import { AvatarAnswer } from '@vesper/sync/vesper/api/users.ts'
import { isForCreators } from '@vesper/sync/vesper/purposes.ts'
import type { FilePurpose } from '@vesper/sync/vesper/purposes.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import type { App } from '../../../app.ts'
import type { Actor } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import type { Limit, Route, UploadedFile } from '../../http/route.ts'
import { File } from '../entity.ts'
import { noSuchFile } from '../file-refusals.ts'
import { publicUrl } from '../media/media-link.ts'
import { viewable } from '../media/viewable-route.ts'
import { fileStatusView, uploadingView } from '../views.ts'
import { keepPortrait, keepUpload } from './keep-upload.ts'
import { libraryRoutes } from './library-routes.ts'
import { attachedPurposes, uploadCalls, uploadSpec } from './purposes.ts'
import type { UploadCall } from './purposes.ts'
import { receivedOf, uploadPart } from './upload-part.ts'
import type { PartReceived } from './upload-part.ts'

/** The most bytes of one part. Devices send smaller ones on a slow connection. */
const PART_MAX_BYTES = 4 * 1024 * 1024

// A message takes ten files, and a device that comes back online sends what waited.
const uploads: Limit[] = [{ points: 120, seconds: 60, by: 'account' }]
const portraitUploads: Limit[] = [{ points: 20, seconds: 300, by: 'account' }]

function uploadRoute(call: UploadCall): Route {
  const { purpose } = call.takes
  return purpose === 'avatar' || purpose === 'cover' ? portraitRoute(call, purpose) : fileRoute(call)
}

function fileRoute({ takes, ...call }: UploadCall): Route {
  return route({
    ...{ method: 'POST', ...call, limits: uploads },
    body: UploadFields,
    files: uploadSpec({ file: takes }),
    answer: FileStatus,
    async handle({ app, actor, body, files }) {
      const { path, size, name } = onlyFile(files)
      const fileId = (body.fileId ?? v7()).toLowerCase()
      const file = await keepUpload(app, actor, { fileId, path, size, name, takes })
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

const parts = {
  method: 'POST',
  who: 'user',
  limits: [{ points: 600, seconds: 60, by: 'account' }] as Limit[],
  files: { file: { maxCount: 1, maxBytes: PART_MAX_BYTES, required: true } },
  answer: PartStatus,
} as const

const messagePart = route({
  ...{ ...parts, path: '/messages/private/file/part', tag: 'Messaging' },
  summary: 'Upload a part of a file for a message; the answer says how much is there',
  body: UploadPartFields,
  handle: ({ app, actor, body, files }) => takePart({ app, actor }, { ...body, purpose: 'message' }, files),
})

const part = route({
  ...{ ...parts, path: '/files/part', tag: 'Files' },
  summary: 'Upload a part of a file for any purpose; the answer says how much is there',
  body: PurposePartFields,
  handle: ({ app, actor, body, files }) => takePart({ app, actor }, body, files),
})

/** A file is held by an attachment, or by a column that a domain fills. One that nothing could hold would stay for ever. */
function hasPlace({ domains }: App, purpose: FilePurpose): boolean {
  return attachedPurposes.includes(purpose) || domains.uploaded[purpose] !== undefined
}

async function takePart(
  { app, actor }: { app: App; actor: Actor },
  { fileId, ...place }: v.InferOutput<typeof PurposePartFields>,
  files: readonly UploadedFile[],
): Promise<v.InferInput<typeof PartStatus>> {
  const { purpose } = place
  const mayUpload = !isForCreators(purpose) || actor.isPerformer
  if (!mayUpload || !hasPlace(app, purpose)) throw new Refusal('forbidden', 'Forbidden in the action!')
  const { path, size, name } = onlyFile(files)
  const uploaded = await uploadPart(app, actor, { ...place, fileId: fileId.toLowerCase(), path, size, name })
  return partStatus(app, actor, uploaded)
}

function receivedRoute(path: string, tag: string): Route {
  return route({
    ...{ method: 'GET', path, who: 'user', tag },
    summary: 'How much of an own upload in parts is there',
    params: v.object({ fileId: uuid }),
    answer: PartStatus,
    handle: async ({ app, actor, params }) =>
      partStatus(app, actor, await receivedOf(app, actor, params.fileId.toLowerCase())),
  })
}

const status = route({
  method: 'GET',
  path: '/files/{id}/status',
  who: 'owner',
  tag: 'Files',
  summary: 'How far an own upload is',
  params: v.object({ id: uuid }),
  answer: FileStatus,
  async handle({ app, actor, params }) {
    const id = params.id.toLowerCase()
    const received = await app.parts.sizeOf(actor.userId, id)
    const file = await app.orm.em.fork().findOne(File, { id, ownerId: actor.userId })
    if (received > 0 && (!file || file.status === 'failed')) return uploadingView(id, received)
    if (!file) throw noSuchFile()
    return fileStatusView(app, file, actor.userId)
  },
})

export const fileRoutes: Route[] = [
  ...uploadCalls.map(uploadRoute),
  ...[messagePart, receivedRoute('/messages/private/file/part/{fileId}', 'Messaging')],
  ...[part, receivedRoute('/files/part/{fileId}', 'Files'), status, viewable, ...libraryRoutes],
]

function partStatus(app: App, actor: Actor, { received, file }: PartReceived): v.InferInput<typeof PartStatus> {
  return { received, file: file && fileStatusView(app, file, actor.userId) }
}

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files
  if (!file) throw new Refusal('invalid', 'A file is missing.', [{ path: 'file', message: 'Choose a file.' }])
  return file
}
