import { emptyDraft } from '@vesper/sync/vesper/records/post-draft.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sync } from '../../../core/sync/sync-provider.tsx'
import { DraftEditor } from './draft-editor.ts'

const cutOff = () => new Error('The connection was lost.')

/** A device that has this one draft; `get` is how it is read, `mutate` how it is written. */
function device() {
  let text = ''
  const get = vi.fn(async () => ({ _id: 'd', ownerId: 'me', ...emptyDraft, text }))
  const mutate = vi.fn(async (_name: string, { changes }: { changes: { text?: string } }) => {
    text = changes.text ?? text
  })
  return { get, mutate, sync: { db: { 'post-drafts': { get } }, mutate } as unknown as Sync, kept: () => text }
}

afterEach(() => vi.useRealTimers())

test('text written after a failed read of the device is kept as before', async () => {
  const { sync, get, kept } = device()
  const editor = new DraftEditor(sync, 'd')
  await editor.flush()
  get.mockRejectedValueOnce(cutOff())
  editor.edit({ text: 'Before.' })
  await editor.flush()
  expect(editor.state().problem).not.toBeNull()
  editor.edit({ text: 'Before. After.' })
  await editor.flush()
  expect(kept()).toBe('Before. After.')
  expect(editor.state()).toMatchObject({ isKept: true, problem: null, content: { text: 'Before. After.' } })
})

test('a draft that cannot be read says so, and is read again by itself', async () => {
  vi.useFakeTimers()
  const { sync, get } = device()
  get.mockRejectedValueOnce(cutOff())
  const editor = new DraftEditor(sync, 'd')
  await editor.flush()
  expect(editor.state()).toMatchObject({ isReady: false, problem: { message: 'The connection was lost.' } })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(editor.state()).toMatchObject({ isReady: true, problem: null })
})

test('a draft that was left is not read for ever', async () => {
  vi.useFakeTimers()
  const { sync, get } = device()
  const leave = new DraftEditor(sync, 'd').start()
  await vi.advanceTimersByTimeAsync(100)
  get.mockRejectedValue(cutOff())
  leave()
  await vi.advanceTimersByTimeAsync(100)
  get.mockClear()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(get).not.toHaveBeenCalled()
})

test('every word is on the device within a second, however long somebody types on', async () => {
  vi.useFakeTimers()
  const { sync, kept } = device()
  const editor = new DraftEditor(sync, 'd')
  await editor.flush()
  const checks: Promise<boolean>[] = []
  let typed = ''
  for (let key = 0; key < 30; key += 1) {
    typed += `${key} `
    editor.edit({ text: typed })
    const due = typed
    const isKept = new Promise<boolean>((resolve) => setTimeout(() => resolve(kept().startsWith(due)), 1_000))
    checks.push(isKept)
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await Promise.all(checks)).toEqual(Array.from({ length: 30 }, () => true))
})
