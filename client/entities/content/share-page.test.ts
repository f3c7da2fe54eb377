// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyLink, sharePage } from './share-page.ts'

const toast = vi.hoisted(() => vi.fn())
vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: toast }))

const page = { name: 'Post by Ada', path: '/posts/1' }
const url = `${location.origin}/posts/1`
const writeText = vi.spyOn(navigator.clipboard, 'writeText')
const share = vi.fn<(data: ShareData) => Promise<void>>()

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.clearAllMocks()
  writeText.mockResolvedValue()
  share.mockResolvedValue()
})
afterEach(() => {
  delete (navigator as { share?: unknown }).share
})

test('hands the address to the share sheet of the system', async () => {
  Object.assign(navigator, { share })
  expect(await sharePage(page)).toBe(true)
  expect(share).toHaveBeenCalledWith({ title: 'Post by Ada', url })
  expect(writeText).not.toHaveBeenCalled()
})

test('copies the address where the system has no share sheet, and says so', async () => {
  expect(await sharePage(page)).toBe(true)
  expect(writeText).toHaveBeenCalledWith(url)
  expect(toast).toHaveBeenCalledWith('success', 'Link copied')
})

test('a closed share sheet is no failure, and copies nothing', async () => {
  Object.assign(navigator, { share })
  share.mockRejectedValue(new DOMException('closed', 'AbortError'))
  expect(await sharePage(page)).toBe(true)
  expect(writeText).not.toHaveBeenCalled()
})

test('a share sheet that fails leaves the copy', async () => {
  Object.assign(navigator, { share })
  share.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  expect(await sharePage(page)).toBe(true)
  expect(writeText).toHaveBeenCalledWith(url)
})

test('a browser that refuses the copy leads to the address itself', async () => {
  writeText.mockRejectedValue(new Error('no'))
  expect([await copyLink(page), await sharePage(page)]).toEqual([false, false])
  expect(toast).not.toHaveBeenCalled()
})
