import { mkdtempSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Person } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { call } from '../../../people/accounts/testing/api.ts'
import { endStream } from '../../streams/commands.ts'
import type { Stream } from '../../streams/entity.ts'
import { begin } from '../../streams/testing/begin.ts'
import type { Hole } from '../entity.ts'

type Left = { bytes?: Uint8Array; seconds: number; holes?: Hole[]; reason?: NonNullable<Stream['endedReason']> }

/** Ends a stream that was recorded; its room leaves what is given. */
export async function endRecorded(
  server: TestServer,
  creator: Person,
  { bytes = Buffer.from('no video at all'), reason = 'performer', ...recording }: Left,
): Promise<Stream> {
  const stream = await begin(server, creator, { record: true, title: 'Recorded' })
  const path = join(mkdtempSync(join(tmpdir(), 'vesper-recording-')), 'recorded.webm')
  await writeFile(path, bytes)
  const close = vi.spyOn(server.app.rtc, 'close').mockResolvedValueOnce({ recording: { path, ...recording } })
  await transact(server.app, null, (tx) => endStream(tx, { id: stream.id, reason }))
  close.mockRestore()
  await server.app.rtc.close(stream.id)
  return stream
}

/** Uploads a file for a purpose of slices at once. */
export function sendSlice(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  { fileId, bytes }: { fileId: string; bytes: Uint8Array },
) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ purpose: 'stream-slice', fileId, offset: 0, total: bytes.length })) {
    body.append(name, String(value))
  }
  body.append('file', new File([new Uint8Array(bytes)], 'slice'))
  return call(server, 'POST /files/part', { token, body })
}

/** The states of a recording, as its calls answer. */
export function recordingOf(server: TestServer, streamId: string) {
  const path = `/streaming/live/${streamId}/recording`
  return {
    look: ({ token }: Pick<Person, 'token'>) => call(server, `GET ${path}` as 'GET /', { token }),
    promise: ({ token }: Pick<Person, 'token'>, body: object) =>
      call(server, `PUT ${path}` as 'PUT /', { token, body }),
  }
}
