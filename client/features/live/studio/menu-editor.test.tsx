// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MenuEditor } from './menu-editor.tsx'

const calls = vi.hoisted(() => ({ call: vi.fn(), menu: {} as object, mutate: vi.fn() }))
vi.mock('../../../core/api/api.ts', async (original) => ({ ...(await original<object>()), callApi: calls.call }))
vi.mock('../../../core/api/use-fresh-answer.ts', () => ({
  useFreshAnswer: () => ({ data: calls.menu, mutate: calls.mutate }),
}))
vi.mock('../../../ui/overlay/toast.ts', () => ({ showToast: () => {} }))

const items = [
  { _id: 'a', title: 'Throw a bowl', price: 40 },
  { _id: 'b', title: 'Choose the glaze', price: 90 },
]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  calls.call.mockReset().mockResolvedValue({})
  calls.mutate.mockReset()
})
afterEach(cleanup)

function show(menu: object = { version: 4, items, goal: null }) {
  calls.menu = menu
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <MenuEditor userId="me" />
      </I18nProvider>
    </Provider>,
  )
}

const rows = () => within(screen.getByRole('list', { name: 'Tip menu' })).getAllByRole('listitem')
const row = (at: number) => within(rows()[at] as HTMLElement)
const press = (name: string, scope: Pick<typeof screen, 'getByRole'> = screen) =>
  act(async () => void fireEvent.click(scope.getByRole('button', { name })))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const sent = () => (calls.call.mock.calls as [{ body: object }][]).map(([{ body }]) => body)

test('lines are moved, removed and added, and saved in their order with the version that was seen', async () => {
  show()
  await press('Move down', row(0))
  await press('Add a line')
  expect(save().disabled).toBe(true)
  type(row(2).getByLabelText('What a fan gets'), 'Sing')
  type(row(2).getByLabelText('Tokens'), '٧')
  await press('Remove', row(1))
  await press('Save')
  expect(sent()).toMatchObject([
    {
      version: 4,
      items: [
        { _id: 'b', title: 'Choose the glaze', price: 90 },
        { title: 'Sing', price: 7 },
      ],
      goal: null,
    },
  ])
  expect(calls.mutate).toHaveBeenCalledTimes(1)
})

test('the first line cannot go up, the last one not down, and a price that is none is told', () => {
  show()
  expect(row(0).getByRole<HTMLButtonElement>('button', { name: 'Move up' }).disabled).toBe(true)
  expect(row(1).getByRole<HTMLButtonElement>('button', { name: 'Move down' }).disabled).toBe(true)
  type(row(0).getByLabelText('Tokens'), '1.5')
  expect(screen.getByText('Choose whole tokens.')).toBeTruthy()
  expect(save().disabled).toBe(true)
})

test('a menu takes 30 lines', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({ _id: `${n}`, title: 'x', price: 1 }))
  show({ version: 1, items: many, goal: null })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a line' }).disabled).toBe(true)
})

test('a goal is set, keeps its progress while it is edited, and is ended', async () => {
  const goal = { _id: 'g', title: 'A new wheel', tokens: 300, raised: 120, reachedAt: null }
  show({ version: 1, items: [], goal })
  const part = within(screen.getByRole('region', { name: 'Goal' }))
  expect(part.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('120')
  type(part.getByLabelText('Tokens in all'), '500')
  await press('Save')
  await press('End the goal')
  await press('Save')
  await press('Set a goal')
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(save().disabled).toBe(true)
  expect(sent()).toMatchObject([{ goal: { _id: 'g', title: 'A new wheel', tokens: 500 } }, { goal: null }])
})

test('a menu that another device has changed says so, and keeps what was typed', async () => {
  calls.call.mockRejectedValue(new Refusal('conflict', 'Your menu was changed elsewhere.'))
  show()
  type(row(0).getByLabelText('What a fan gets'), 'Throw a vase')
  await press('Save')
  expect(screen.getByText('Your menu was changed elsewhere.')).toBeTruthy()
  expect(row(0).getByLabelText<HTMLInputElement>('What a fan gets').value).toBe('Throw a vase')
})
