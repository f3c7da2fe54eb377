// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { DeskCategories } from '@vesper/sync/vesper/api/categories.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CategoriesTab } from './categories-tab.tsx'
import { endShow, showAsStaff } from './testing/show-as-staff.tsx'

const { callApi } = vi.hoisted(() => ({ callApi: vi.fn() }))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))

let stands: DeskCategories
let sent: DeskCategories[]

beforeEach(() => {
  const plain = { en: null, ar: null, isHidden: false, mergedInto: null }
  stands = { version: 3, categories: ['art', 'crafts', 'music'].map((code) => ({ code, ...plain })) }
  sent = []
  callApi.mockReset()
  callApi.mockImplementation(async ({ method, body }: { method?: string; body: DeskCategories }) => {
    if (method === undefined) return stands
    sent.push(body)
    if (body.version !== stands.version)
      throw new Refusal('conflict', 'Another person has changed the categories. Look again.')
    stands = { version: body.version + 1, categories: body.categories }
    return { success: true }
  })
})
afterEach(endShow)

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a category is named, moved, hidden and merged in one save', async () => {
  showAsStaff(<CategoriesTab />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Art in English' }), { target: { value: 'Arts' } })
  press('Move Music up')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Hide Music from choices' }))
  const merge = screen.getByRole('combobox', { name: 'Merge Crafts into' })
  fireEvent.change(merge, { target: { value: 'art' } })
  expect(screen.getByRole('combobox', { name: 'Merge Art into' })).toHaveProperty('disabled', true)
  press('Save categories')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.version).toBe(3)
  expect(sent[0]?.categories).toMatchObject([
    ...[
      { code: 'art', en: 'Arts' },
      { code: 'music', isHidden: true },
      { code: 'crafts', mergedInto: 'art' },
    ],
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull())
})

test('changed by somebody else, the own words stay until one of both is chosen', async () => {
  showAsStaff(<CategoriesTab />)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Art in English' }), { target: { value: 'Mine' } })
  stands = { version: 4, categories: stands.categories.map((one) => ({ ...one, en: 'Theirs' })) }
  press('Save categories')
  expect(await screen.findByRole('region', { name: 'Changed by somebody else' })).toBeTruthy()
  expect(box('Art in English').value).toBe('Mine')
  press('Take theirs')
  expect(box('Art in English').value).toBe('Theirs')
})
