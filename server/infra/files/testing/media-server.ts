import type { FileStatus } from '@vesper/sync/vesper/api/files.ts'
import sharp from 'sharp'
import type * as v from 'valibot'
import { call, makeAccount, tokenOf } from '../../../domains/people/accounts/testing/api.ts'
import type { ApiAnswer } from '../../../domains/people/accounts/testing/api.ts'
import type { TestServer } from '../../../testing/server.ts'

export type Person = { id: string; token: string }
export type UploadAnswer = Omit<ApiAnswer, 'body'> & { body: v.InferOutput<typeof FileStatus> }

/** An account that has logged in. */
export async function makePerson(server: TestServer, username: string, isPerformer = false): Promise<Person> {
  const { id } = await makeAccount(server, { username, isPerformer })
  return { id, token: await tokenOf(server, username) }
}

/** A JPEG that says where it was taken. */
export function jpegWithPlace(width = 600, height = 400): Promise<Buffer> {
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '48/1 51/1 30/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '2/1 17/1 42/1',
  }
  const picture = sharp({ create: { width, height, channels: 3, background: '#c63' } })
  return picture
    .withExif({ IFD0: { Make: 'Secretphone' }, IFD3: place })
    .jpeg()
    .toBuffer()
}

/** Sends a file as a browser does. */
export async function upload(
  server: TestServer,
  path: string,
  given: { token?: string; bytes: Buffer; fileId?: string; name?: string | undefined },
): Promise<UploadAnswer> {
  const body = new FormData()
  if (given.fileId !== undefined) body.append('fileId', given.fileId)
  body.append('file', new File([new Uint8Array(given.bytes)], given.name ?? 'file'))
  return (await call(server, `POST ${path}` as 'POST /', { token: given.token, body })) as unknown as UploadAnswer
}

/** Sends a message with these files, the conversation being opened first; gives the ids of both. */
export async function sendWithFiles(
  server: TestServer,
  from: Person,
  given: { to: string; fileIds: string[] },
): Promise<{ conversationId: string; messageId: string }> {
  const opened = await call(server, 'POST /conversations', { token: from.token, body: { sourceId: given.to } })
  const conversationId = String(opened.body['_id'])
  const body = { fileIds: given.fileIds }
  const sent = await call(server, `POST /messages/conversations/${conversationId}`, { token: from.token, body })
  if (sent.status >= 300) throw new Error(`not sent: ${opened.text} ${sent.text}`)
  return { conversationId, messageId: String(sent.body['_id']) }
}
