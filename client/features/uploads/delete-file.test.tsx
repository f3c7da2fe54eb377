// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { FileUse } from '@vesper/sync/vesper/api/files.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { DeleteFile } from './delete-file.tsx'

const outside = vi.hoisted(() => ({ uses: [] as FileUse[], refusal: null as Error | null, deleted: [] as string[] }))
vi.mock('../../core/api/api.ts', async (original) => ({
  ...(await original<object>()),
  callApi: ({ method, path }: { method?: string; path: string }) => {
    if (method !== 'DELETE') return Promise.resolve({ data: outside.uses })
    if (outside.refusal) return Promise.reject(outside.refusal)
    outside.deleted.push(path)
    return Promise.resolve({ success: true })
  },
}))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: v7() } as Profile })
  Object.assign(outside, { uses: [], refusal: null, deleted: [] })
})
afterEach(cleanup)

function show(onDeleted: () => void): string {
  const fileId = v7()
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <DeleteFile fileId={fileId} onDeleted={onDeleted} />
      </I18nProvider>
    </Provider>,
  )
  return fileId
}

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' })

test('a file that is used says where, and is not deleted', async () => {
  outside.uses = [
    { use: 'post', count: 2 },
    { use: 'message', count: 1 },
  ]
  show(() => {})
  expect(await screen.findByText('2 posts')).toBeTruthy()
  expect(screen.getByText('1 message')).toBeTruthy()
  expect(button().disabled).toBe(true)
})

test('a file that nothing uses is deleted once that is confirmed, or the refusal is shown', async () => {
  const onDeleted = vi.fn()
  const fileId = show(onDeleted)
  await vi.waitFor(() => expect(button().disabled).toBe(false))
  fireEvent.click(button())
  const dialog = await screen.findByRole('dialog', { name: 'Delete this file?' })
  const yes = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete')
  outside.refusal = new Refusal('conflict', 'This file is used in one place. Take it out there first.')
  if (yes) fireEvent.click(yes)
  expect(await screen.findByText('This file is used in one place. Take it out there first.')).toBeTruthy()
  expect(outside.deleted).toEqual([])
  outside.refusal = null
  if (yes) fireEvent.click(yes)
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  expect(outside.deleted).toEqual([`/performer/files/${fileId}`])
})
