// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { PromosTab } from './promos-tab.tsx'
import { endShow, showAsStaff } from './testing/show-as-staff.tsx'

const { callApi, uploadFiles } = vi.hoisted(() => ({ callApi: vi.fn(), uploadFiles: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock(import('../../../core/api/upload.ts'), () => ({ uploadFiles }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

type Call = { method?: string; path: string; body?: { version?: number } & Record<string, unknown> }

const id = (at: number) => `0190a5a0-0000-7000-8000-${String(at).padStart(12, '0')}`
let promos: DeskPromo[]
let sent: Call[]

beforeEach(() => {
  promos = [promoOf(1, 'First'), promoOf(2, 'Second')]
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(async (call: Call) => {
    if (call.method === undefined) return { data: promos, total: promos.length }
    sent.push(call)
    const version = call.body?.version
    if (version !== undefined && version !== promos[0]?.version)
      throw new Refusal('conflict', 'Another person has changed this promo. Look again.')
    return { success: true }
  })
})
afterEach(endShow)

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
const edit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Edit First' }))

test('a promo is changed beside the look that others have of it', async () => {
  showAsStaff(<PromosTab />)
  await edit()
  type('Title', 'Summer')
  fireEvent.change(screen.getByRole('combobox', { name: 'For' }), { target: { value: 'fans' } })
  expect(within(screen.getByRole('region', { name: 'Preview' })).getByRole('heading').textContent).toBe('Summer')
  press('Save promo')
  await screen.findByRole('table', { name: 'Promos' })
  const body = { version: 1, title: 'Summer', audience: 'fans', state: 'active', until: null }
  expect(sent).toMatchObject([{ method: 'PUT', path: `/desk/promos/${id(1)}`, body }])
})

test('moving a promo tells the order that was seen', async () => {
  showAsStaff(<PromosTab />)
  await screen.findByRole('table', { name: 'Promos' })
  expect(screen.getByRole('button', { name: 'Move First up' })).toHaveProperty('disabled', true)
  press('Move First down')
  const body = { seen: [id(1), id(2)], ids: [id(2), id(1)] }
  await waitFor(() => expect(sent).toMatchObject([{ path: '/desk/promos/order', body }]))
})

test('a new promo is kept after a failure, and takes a picture once it is there', async () => {
  showAsStaff(<PromosTab />)
  fireEvent.click(await screen.findByRole('button', { name: 'New promo' }))
  type('Title', 'Third')
  callApi.mockImplementationOnce(async () => {
    throw new ConnectionError('gone')
  })
  press('Save promo')
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy()
  expect(box('Title').value).toBe('Third')
  callApi.mockImplementationOnce(async (call: { body: { _id: string } }) => {
    promos = [{ ...promoOf(3, 'Third'), _id: call.body._id }, ...promos]
    return { success: true }
  })
  press('Save promo')
  await screen.findByRole('group', { name: 'Picture' })
  const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
  fireEvent.change(screen.getByLabelText(/Choose a file/), { target: { files: [file] } })
  uploadFiles.mockResolvedValue({ success: true })
  press('Save picture')
  await waitFor(() => expect(uploadFiles).toHaveBeenCalledOnce())
  expect(uploadFiles.mock.calls[0]?.[0]).toMatchObject({
    ...{ path: `/desk/promos/${promos[0]?._id}/picture?version=1`, files: { picture: file } },
  })
})

test('changed by somebody else, both are offered', async () => {
  showAsStaff(<PromosTab />)
  await edit()
  type('Title', 'Mine')
  promos = [{ ...promoOf(1, 'Theirs'), version: 2 }]
  press('Save promo')
  expect(
    within(await screen.findByRole('region', { name: 'Changed by somebody else' })).getByText(/Theirs/),
  ).toBeTruthy()
  press('Keep mine')
  press('Save promo')
  await screen.findByRole('table', { name: 'Promos' })
  expect(sent.at(-1)?.body).toMatchObject({ version: 2, title: 'Mine' })
})

test('without promos the list says so', async () => {
  promos = []
  showAsStaff(<PromosTab />)
  expect(await screen.findByText('No promos')).toBeTruthy()
})

function promoOf(at: number, title: string): DeskPromo {
  return {
    ...{ _id: id(at), title, text: 'Look', link: '/explore', position: 'home', audience: 'everybody' },
    ...{ state: 'active', from: null, until: null, picture: null, version: 1 },
  }
}
