import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { detectUpload } from '../media-type.ts'
import { documentFields, uploadCalls, uploadSpec } from './purposes.ts'
import { fileRoutes } from './routes.ts'

const MEGABYTE = 1024 * 1024
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const pdf = Buffer.from('%PDF-1.7\n')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesper-purposes-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function save(bytes: Uint8Array, size = bytes.length) {
  const path = join(folder, 'upload')
  writeFileSync(path, bytes)
  return { field: 'idFront', path, size }
}

test('each upload call is a route that takes the bytes of its row', () => {
  const paths = uploadCalls.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { path, who, takes } of uploadCalls) {
    const route = fileRoutes.find((known) => known.method === 'POST' && known.path === path)
    expect(route, path).toMatchObject({ who, files: { file: { maxCount: 1, required: true } } })
    expect(route?.files?.['file']?.maxBytes, path).toBe(Math.max(...Object.values(takes.kinds)))
  }
})

test('a field is required and takes one file, unless its row says otherwise', () => {
  const { idFront, idBack } = uploadSpec(documentFields)
  expect(idFront).toEqual({ maxCount: 1, maxBytes: 10 * MEGABYTE, required: true })
  expect(idBack).toEqual({ maxCount: 1, maxBytes: 10 * MEGABYTE, required: false })
  expect(uploadSpec({ files: { purpose: 'message', kinds: { photo: 5 }, maxCount: 3 } })).toEqual({
    files: { maxCount: 3, maxBytes: 5, required: true },
  })
})

test('an upload is what its bytes say, and has the kind and the size that its field takes', async () => {
  expect(await detectUpload(save(png), { photo: 100 })).toEqual({ type: 'photo', mimeType: 'image/png' })
  expect(await detectUpload(save(png), { document: 100 })).toEqual({ type: 'document', mimeType: 'image/png' })
  expect(await detectUpload(save(pdf), { document: 100 })).toMatchObject({ mimeType: 'application/pdf' })
  const refused = (file: ReturnType<typeof save>, kinds: Parameters<typeof detectUpload>[1]) =>
    expect(detectUpload(file, kinds)).rejects
  await refused(save(png), { video: 100 }).toMatchObject({ kind: 'unsupported', message: /MP4, MOV/ })
  await refused(save(pdf), { photo: 100 }).toMatchObject({ kind: 'unsupported', message: /JPEG, PNG/ })
  await refused(save(png, 3 * MEGABYTE), { photo: 2 * MEGABYTE }).toMatchObject({
    ...{ kind: 'too-large', message: 'A picture has at most 2 MB.' },
  })
  await refused(save(Buffer.from('plain text')), { document: 100 }).toMatchObject({
    ...{ kind: 'unsupported', details: [{ path: 'idFront' }] },
  })
})
