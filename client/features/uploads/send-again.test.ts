import { afterEach, expect, test, vi } from 'vitest'
import { uploadFiles } from '../../core/api/upload.ts'
import { sendAgain } from './send-again.ts'

vi.mock('../../core/api/upload.ts', () => ({ uploadFiles: vi.fn() }))
afterEach(() => vi.mocked(uploadFiles).mockReset())

const MEGABYTE = 1024 * 1024
const failed = { _id: 'failed-file', purpose: 'feed-video' } as const
const file = new File([new Uint8Array(2.5 * MEGABYTE)], 'pier.mp4', { type: 'video/mp4' })

/** A server that takes every part; answers what it has. */
function takeAll(): void {
  vi.mocked(uploadFiles).mockImplementation(async ({ fields, files }) => {
    return { received: Number(fields?.['offset']) + (files['file']?.size ?? 0), file: null }
  })
}

const offsets = () => vi.mocked(uploadFiles).mock.calls.map(([{ fields }]) => fields?.['offset'])

test('sends the file in parts under the same id and for the same purpose', async () => {
  takeAll()
  const shares: number[] = []
  await sendAgain(failed, file, (share) => shares.push(share))
  expect(offsets()).toEqual(['0', String(MEGABYTE), String(2 * MEGABYTE)])
  const [{ path, fields }] = vi.mocked(uploadFiles).mock.calls[0] ?? [{ path: '', fields: {} }]
  expect([path, fields]).toEqual([
    '/files/part',
    { fileId: 'failed-file', purpose: 'feed-video', offset: '0', total: String(file.size) },
  ])
})

test('goes on from where the server is', async () => {
  takeAll()
  vi.mocked(uploadFiles).mockResolvedValueOnce({ received: 2 * MEGABYTE, file: null })
  await sendAgain(failed, file, () => {})
  expect(offsets()).toEqual(['0', String(2 * MEGABYTE)])
})

test('fails where the server takes nothing', async () => {
  vi.mocked(uploadFiles).mockResolvedValue({ received: 0, file: null })
  await expect(sendAgain(failed, file, () => {})).rejects.toThrow('took no part')
  expect(offsets()).toEqual(['0'])
})
