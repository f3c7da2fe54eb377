// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskPage } from '@vesper/sync/vesper/api/desk-pages.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../../core/api/api.ts'
import { PagesTab } from './pages-tab.tsx'
import { endShow, showAsStaff } from './testing/show-as-staff.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

type Call = { method?: string; path: string; body?: { title: string; body: string; version: string }; query?: unknown }

let page: DeskPage
let sent: Call[]

beforeEach(() => {
  page = {
    ...{ _id: 'terms.en', slug: 'terms', locale: 'en', title: 'Terms', body: 'Be [kind](/explore).', version: 'one' },
    ...{ standing: 'published', hasDraft: false, isSpecial: true, updatedAt: '2026-11-01T00:00:00.000Z' },
  }
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(async (call: Call) => {
    if (call.method === undefined) return call.path === '/desk/pages' ? { data: [page], total: 1 } : page
    sent.push(call)
    const { body } = call
    if (body && body.version !== page.version)
      throw new Refusal('conflict', 'Another person has changed this page. Look again.')
    return { success: true }
  })
})
afterEach(endShow)

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })

async function edit(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Terms (English)' }))
  await screen.findByRole('textbox', { name: 'Title' })
}

test('a page is edited beside its preview, and published over the version that was seen', async () => {
  showAsStaff(<PagesTab />)
  await edit()
  type('Text', '## Rules\n\n- One')
  const preview = within(screen.getByRole('region', { name: 'Preview' }))
  expect(preview.getByRole('heading', { name: 'Rules' })).toBeTruthy()
  expect(preview.getByRole('listitem').textContent).toBe('One')
  press('Publish')
  await screen.findByRole('table', { name: 'Pages' })
  const body = { version: 'one', title: 'Terms', body: '## Rules\n\n- One', isPublished: true }
  expect(sent).toMatchObject([{ method: 'PUT', path: '/desk/pages/terms/en', body }])
})

test('a link of the preview leads nowhere', async () => {
  showAsStaff(<PagesTab />)
  await edit()
  const link = within(screen.getByRole('region', { name: 'Preview' })).getByRole('link', { name: 'kind' })
  expect(fireEvent.click(link)).toBe(false)
})

test('words stay after a failed save, and in the other pages of the desk', async () => {
  showAsStaff(<PagesTab />)
  await edit()
  type('Title', 'Our terms')
  callApi.mockImplementationOnce(async () => {
    throw new ConnectionError('gone')
  })
  press('Save draft')
  expect(await screen.findByText(/cannot be reached/)).toBeTruthy()
  expect(box('Title').value).toBe('Our terms')
  press('All pages')
  await edit()
  expect(box('Title').value).toBe('Our terms')
  press('Discard changes')
  expect(box('Title').value).toBe('Terms')
})

test.each([
  ['Keep mine', 'Mine', 'two'],
  ['Take theirs', 'Theirs', 'two'],
])('changed by somebody else: %s', async (choice, title, version) => {
  showAsStaff(<PagesTab />)
  await edit()
  type('Title', 'Mine')
  page = { ...page, title: 'Theirs', version: 'two' }
  press('Publish')
  const notice = within(await screen.findByRole('region', { name: 'Changed by somebody else' }))
  expect(notice.getByText(/Theirs/)).toBeTruthy()
  expect(box('Title').value).toBe('Mine')
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true)
  press(choice)
  expect(box('Title').value).toBe(title)
  press('Publish')
  await screen.findByRole('table', { name: 'Pages' })
  expect(sent.at(-1)?.body).toMatchObject({ version, title })
})

test('a page that comes with Vesper goes back to its text', async () => {
  showAsStaff(<PagesTab />)
  await edit()
  press('Back to the built-in text')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Back to the built-in text' }))
  await waitFor(() => expect(sent).toMatchObject([{ method: 'POST', path: '/desk/pages/terms/en/restore' }]))
})

test('a draft beside a published text is discarded; one that stands alone is deleted with its page', async () => {
  page = { ...page, hasDraft: true }
  showAsStaff(<PagesTab />)
  await edit()
  press('Discard draft')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard draft' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ method: 'POST', path: '/desk/pages/terms/en/discard', body: { version: 'one' } }]),
  )
  endShow()
  page = { ...page, standing: 'draft', isSpecial: false }
  showAsStaff(<PagesTab />)
  await edit()
  expect(screen.queryByRole('button', { name: 'Discard draft' })).toBeNull()
})

test('a page of the site alone is deleted', async () => {
  page = { ...page, isSpecial: false, slug: 'rules' }
  showAsStaff(<PagesTab />)
  await edit()
  press('Delete page')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete page' }))
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/desk/pages/rules/en', query: { version: 'one' } }),
  )
})

test('another page is made at an address and in a language', async () => {
  showAsStaff(<PagesTab />)
  fireEvent.click(await screen.findByRole('button', { name: 'New page' }))
  expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true)
  type('Address', 'House-Rules')
  fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'ar' } })
  type('Title', 'قواعد')
  type('Text', 'كن لطيفا')
  page = { ...page, version: 'new' }
  press('Publish')
  await waitFor(() => expect(sent).toMatchObject([{ method: 'PUT', path: '/desk/pages/house-rules/ar' }]))
})

test('a list that cannot be read says so', async () => {
  callApi.mockRejectedValue(new ConnectionError('gone'))
  showAsStaff(<PagesTab />)
  expect(await screen.findByText('The pages could not be loaded')).toBeTruthy()
})
