import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import busboy from 'busboy'
import type { Request, Response } from 'hyper-express'
import type { UploadedFile, UploadSpec } from '../route.ts'
import { collectFields } from './parse-body.ts'
import { hasBody, pipeBody, tooLarge } from './request-body.ts'

const MAX_FIELDS = 50
const MAX_FIELD_BYTES = 64 * 1024

type Upload = { fields: Record<string, string | string[]>; files: UploadedFile[] }
type Collected = { fields: [string, string][]; files: UploadedFile[]; writes: Promise<void>[] }

/**
 * Receives a multipart body: files go to `folder` as they arrive, within the bounds of `spec`. Refuses unexpected,
 * missing, oversized and too many files. Whatever goes wrong, the client's hanging up included, leaves no file behind.
 */
export async function receiveUpload(
  request: Request,
  response: Response,
  { spec, folder }: { spec: UploadSpec; folder: string },
): Promise<Upload> {
  const collected: Collected = { fields: [], files: [], writes: [] }
  try {
    const form = openForm(request, spec)
    collect(form, { spec, folder, collected })
    if (hasBody(request)) await pipeBody(request, response, form)
    await Promise.all(collected.writes)
    checkRequired(spec, collected.files)
    return { fields: collectFields(collected.fields), files: collected.files }
  } catch (error) {
    await Promise.allSettled(collected.writes)
    await removeUploads(collected.files)
    throw asRefusal(error)
  }
}

/** Makes the folder of uploads in progress, empty: what an earlier run left there belongs to nobody. */
export function sweepUploads(dataDir: string): void {
  rmSync(uploadFolder(dataDir), { recursive: true, force: true })
  mkdirSync(uploadFolder(dataDir), { mode: 0o700 })
}

/** Uploads in progress, on the volume where they will stay. */
export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'tmp')
}

/** Removes what the handler has not moved away. */
export async function removeUploads(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })))
}

/** The most bytes that a form within the bounds of `spec` has. */
export function bodyLimit(spec: UploadSpec): number {
  const files = Object.values(spec).reduce((sum, { maxCount, maxBytes }) => sum + maxCount * maxBytes, 0)
  return files + MAX_FIELDS * MAX_FIELD_BYTES
}

function openForm(request: Request, spec: UploadSpec): busboy.Busboy {
  const files = Object.values(spec).reduce((sum, { maxCount }) => sum + maxCount, 0)
  const fileSize = Math.max(...Object.values(spec).map(({ maxBytes }) => maxBytes)) + 1
  return busboy({
    headers: request.headers,
    defParamCharset: 'utf8',
    limits: { files: files + 1, fileSize, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES, fieldNameSize: 100 },
  })
}

function collect(
  form: busboy.Busboy,
  { spec, folder, collected }: { spec: UploadSpec; folder: string; collected: Collected },
): void {
  const fail = (error: Error) => void form.destroy(error)
  form.on('field', (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) fail(tooLarge(MAX_FIELD_BYTES))
    // A form's encoding makes two characters of each line break.
    else collected.fields.push([name, value.replaceAll('\r\n', '\n')])
  })
  form.on('fieldsLimit', () => fail(new Refusal('invalid', 'There are too many fields.')))
  form.on('filesLimit', () => fail(new Refusal('invalid', 'There are too many files.')))
  form.on('file', (field, stream, info) => {
    // A stream that is thrown away must still be read, and its error has its say through the form.
    stream.on('error', () => {})
    const rule = Object.hasOwn(spec, field) ? spec[field] : undefined
    const sofar = collected.files.filter((file) => file.field === field).length
    if (!rule || sofar >= rule.maxCount) {
      stream.resume()
      return fail(
        new Refusal('invalid', rule ? 'There are too many files.' : 'This file was not expected.', [
          { path: field, message: rule ? `At most ${rule.maxCount}.` : 'Not expected here.' },
        ]),
      )
    }
    const file: UploadedFile = {
      field,
      path: join(folder, randomUUID()),
      name: nameIn(info.filename ?? ''),
      size: 0,
    }
    collected.files.push(file)
    const write = save(stream, file, rule.maxBytes)
    collected.writes.push(write)
    write.catch(fail)
  })
}

/** Browsers write a quotation mark and line breaks of a file's name as `%22`, `%0D` and `%0A`, and nothing else so. */
function nameIn(filename: string): string {
  return filename.replace(/%(22|0D|0A)/g, (escaped) => decodeURIComponent(escaped))
}

async function save(stream: Readable, file: UploadedFile, maxBytes: number): Promise<void> {
  stream.on('data', (chunk: Buffer) => {
    file.size += chunk.length
    if (file.size > maxBytes) stream.destroy(tooLarge(maxBytes))
  })
  await pipeline(stream, createWriteStream(file.path, { mode: 0o600 }))
}

function checkRequired(spec: UploadSpec, files: readonly UploadedFile[]): void {
  const missing = Object.entries(spec).filter(
    ([field, rule]) => rule.required && !files.some((file) => file.field === field),
  )
  if (missing.length === 0) return
  throw new Refusal(
    'invalid',
    'A file is missing.',
    missing.map(([path]) => ({ path, message: 'Choose a file.' })),
  )
}

/** busboy speaks of malformed forms in plain errors; those of the file system and the connection are not the form's. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error)) return error
  if (
    /^(Unexpected end of (form|file)|Malformed|Missing Content-Type|Unsupported content type|Multipart: )/.test(
      error.message,
    )
  ) {
    return new Refusal('invalid', 'The form is not valid multipart data.')
  }
  return error
}
