import { i18n } from '@lingui/core'
import type { Upload } from '@vesper/sync/engine/store.ts'
import { VIDEO_MAX_BYTES } from '@vesper/sync/media/media-types.ts'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { draftFile } from '../../../entities/library/use-files.ts'
import { fileRecord } from '../../../testing/file-record.ts'
import { fileProblem, keepFile } from '../drafts/attach-to-draft.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const upload = (given: Partial<Upload> = {}): Upload => ({
  ...{ fileId: 'f', name: 'pier.mp4', mimeType: 'video/mp4', size: 200, state: 'waiting' as const, sent: 0 },
  ...{ rejection: null, width: null, height: null, queuedAt: '2026-11-21T09:00:00.000Z', ...given },
})

const record = (given: Partial<FileRecord> = {}): FileRecord =>
  fileRecord({ ...{ size: 190, width: null, height: null, url: '/video', thumbnailUrl: '/poster' }, ...given })

const seen = (upload?: Upload, record?: FileRecord, url: string | null = null) =>
  draftFile('f', { upload, url, record })

test.each([
  ['nothing is known of', undefined, undefined, { standing: 'elsewhere', type: 'photo', url: null, size: null }],
  ['waits', upload(), undefined, { standing: 'waiting', type: 'video', name: 'pier.mp4', size: 200 }],
  ['is being written', upload({ state: 'keeping' }), undefined, { standing: 'waiting' }],
  ['goes up', upload({ state: 'sending', sent: 50 }), undefined, { standing: 'sending', sent: 0.25 }],
  [
    'is up, and not in the draft yet',
    upload({ state: 'sent', sent: 200 }),
    undefined,
    { standing: 'sending', sent: 1 },
  ],
  [
    'was refused',
    upload({ state: 'rejected', rejection: { kind: 'unsupported', message: 'No.' } }),
    undefined,
    { standing: 'refused', reason: 'No.' },
  ],
  ['is worked on', undefined, record({ status: 'processing' }), { standing: 'processing', type: 'video', url: null }],
  ['could not be worked on', undefined, record({ status: 'failed' }), { standing: 'failed', url: null }],
  ['is there', undefined, record(), { standing: 'ready', url: '/video', poster: '/poster', size: 190, name: null }],
  ['is a photo', undefined, record({ type: 'photo' }), { type: 'photo', url: '/poster', poster: null }],
] as const)('a file that %s is shown as that', (...[, given, known, shown]) => {
  expect(seen(given, known)).toMatchObject(shown)
})

test('shows this device’s own copy first', () => {
  expect(seen(upload(), record(), 'blob:here')).toMatchObject({ url: 'blob:here', standing: 'ready' })
})

test.each([
  ['video/mp4', VIDEO_MAX_BYTES, 19, null],
  ['image/jpeg', 10, 0, null],
  ['audio/mpeg', 10, 0, null],
  ['application/pdf', 10, 0, 'Only photos, videos and sounds can be added.'],
  ['video/mp4', 0, 0, 'This file is empty.'],
  [
    'video/mp4',
    VIDEO_MAX_BYTES + 1,
    0,
    'This file is too large: photos up to 25 MB, videos up to 200 MB, sounds up to 50 MB.',
  ],
  ['video/mp4', 10, 20, 'A post has at most 20 files.'],
])(
  'a draft takes photos, videos and sounds within bounds: %s of %i bytes beside %i',
  (...[type, size, count, said]) => {
    expect(fileProblem({ type, size } as File, count)).toBe(said)
  },
)

test('a draft keeps what the server takes, by its content', async () => {
  const attach = vi.fn(async () => {})
  const keep = (file: File) => keepFile({ sync: { attach } as unknown as Sync, count: 0 }, 'f', file)
  const words = 'Use an MP4, MOV, WebM or MKV video.'
  await expect(keep(new File(['FLV\u0001'], 'a.flv', { type: 'video/x-flv' }))).rejects.toThrow(words)
  await expect(keep(new File(['words'], 'words'))).rejects.toThrow('Only photos, videos and sounds can be added.')
  expect(attach).not.toHaveBeenCalled()
  await keep(new File(['GIF89a'], 'cat'))
  expect(attach).toHaveBeenCalledWith(
    expect.objectContaining({ name: 'cat', mimeType: 'image/gif', purpose: 'feed-photo' }),
  )
  await keepFile(
    { sync: { attach } as unknown as Sync, count: 0, purpose: 'feed-thumbnail' },
    't',
    new File(['GIF89a'], 't'),
  )
  expect(attach).toHaveBeenLastCalledWith(expect.objectContaining({ fileId: 't', purpose: 'feed-thumbnail' }))
})
