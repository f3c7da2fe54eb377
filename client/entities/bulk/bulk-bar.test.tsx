// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { showToast } from '../../ui/overlay/toast.ts'
import { BulkBar, BulkRow } from './bulk-bar.tsx'
import type { BulkThing } from './bulk-plan.ts'
import { BulkSheet } from './bulk-sheet.tsx'
import { useBulk } from './use-bulk.ts'

vi.mock('../../ui/overlay/toast.ts', () => ({ showToast: vi.fn() }))

const thing = (name: string, status: string): BulkThing => ({ _id: name, name, status, access: 'followers', price: 0 })
const things = [thing('Fog', 'published'), thing('Tide', 'published'), thing('Sand', 'archived')]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function List({ deed, undo }: { deed: () => Promise<void>; undo: () => Promise<void> }) {
  const bulk = useBulk(things)
  return (
    <>
      <BulkBar bulk={bulk} deed={deed} undo={undo} canChangeAudience />
      {things.map(({ _id, name }) => (
        <BulkRow key={_id} bulk={bulk} id={_id} name={name}>
          {name}
        </BulkRow>
      ))}
    </>
  )
}

function show() {
  const [deed, undo] = [vi.fn(() => Promise.resolve()), vi.fn(() => Promise.resolve())]
  render(
    <I18nProvider i18n={i18n}>
      <List deed={deed} undo={undo} />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Select' }))
  return { deed, undo }
}

test('the sheet names how many are changed and which are refused, and nothing is done before', async () => {
  const { deed, undo } = show()
  fireEvent.click(screen.getByLabelText('Select all shown'))
  expect(screen.getByText('3 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Archive' }))
  expect(sheet.getByText('2 are changed.')).toBeTruthy()
  expect(sheet.getByRole('listitem').textContent).toBe('Sand: it is so already')
  expect(deed).not.toHaveBeenCalled()
  fireEvent.click(sheet.getByRole('button', { name: 'Apply to 2' }))
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce())
  expect(deed.mock.calls).toEqual([
    [{ do: 'archive' }, things[0]],
    [{ do: 'archive' }, things[1]],
  ])
  // The selection ends, and the toast takes back each of them.
  expect(screen.queryByLabelText('Select all shown')).toBeNull()
  vi.mocked(showToast).mock.lastCall?.[2]?.onPress()
  await waitFor(() => expect(undo).toHaveBeenCalledTimes(2))
})

test('an audience is chosen for the selected posts, and a failure leaves the sheet open', async () => {
  const { deed } = show()
  fireEvent.click(screen.getByLabelText('Select Fog'))
  fireEvent.click(screen.getByRole('button', { name: 'Change audience' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Change audience' }))
  expect(sheet.getByRole('button', { name: 'Apply to 0' }).hasAttribute('disabled')).toBe(true)
  fireEvent.change(sheet.getByLabelText('Who can see it'), { target: { value: 'public' } })
  deed.mockRejectedValueOnce(new Error('No room on this device'))
  fireEvent.click(sheet.getByRole('button', { name: 'Apply to 1' }))
  await waitFor(() => expect(deed).toHaveBeenCalledOnce())
  expect(showToast).not.toHaveBeenCalled()
  fireEvent.click(await sheet.findByRole('button', { name: 'Apply to 1' }))
  await waitFor(() => expect(deed.mock.lastCall).toEqual([{ do: 'audience', access: 'public' }, things[0]]))
})

test('the plan stands while it is carried out, though the things change', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const changing = (archived: boolean) => (
    <I18nProvider i18n={i18n}>
      <BulkSheet
        action={{ do: 'archive' }}
        things={[thing('Fog', archived ? 'archived' : 'published'), thing('Tide', 'published')]}
        deed={async (_action, { name }) => (name === 'Tide' ? gate : undefined)}
        undo={async () => {}}
        onClose={() => {}}
        onDone={() => {}}
      />
    </I18nProvider>
  )
  const { rerender } = render(changing(false))
  fireEvent.click(screen.getByRole('button', { name: 'Apply to 2' }))
  rerender(changing(true))
  expect(await screen.findByText('1 of 2')).toBeTruthy()
  expect(screen.getByText('2 are changed.')).toBeTruthy()
  release()
  await waitFor(() => expect(showToast).toHaveBeenCalledOnce())
})
