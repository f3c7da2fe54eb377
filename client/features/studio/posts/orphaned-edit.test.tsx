// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { OutboxRecord } from '@vesper/sync/engine/store.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formsOf } from '../../../core/forms/form-draft-storage.ts'
import { OrphanedEdit } from './orphaned-edit.tsx'

const engine = vi.hoisted(() => ({
  inside: { replica: { account: 'me' } },
  mutate: vi.fn(async (_name: string, _args: { changes: object }) => ({ id: 'm' })),
  discard: vi.fn(async (_id: string) => {}),
}))
vi.mock('../../../core/sync/sync-provider.tsx', () => ({ useSync: () => engine }))

const refused = {
  ...{ id: 'r', name: 'post.update', state: 'rejected', args: { _id: 'p', changes: { text: 'Refused.' } } },
} as unknown as OutboxRecord

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
})

test('forgets an edit without words of a post that is gone', () => {
  formsOf('me').write('post:p', { price: 5, text: ' ' })
  formsOf('me').write('post:q', { price: 5 })
  shown([])
  expect(formsOf('me').all()).toEqual([{ name: 'post:q', values: { price: 5 } }])
  expect(screen.queryByRole('button')).toBeNull()
})

test('words of a post that is gone are discarded once that is confirmed, with what was refused', async () => {
  formsOf('me').write('post:p', { text: 'Typed.' })
  const { onLeave } = shown([refused])
  fireEvent.click(screen.getByText('Discard'))
  expect(formsOf('me').all()).toHaveLength(1)
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Discard'))
  await vi.waitFor(() => expect(onLeave).toHaveBeenCalledOnce())
  expect(engine.discard).toHaveBeenCalledExactlyOnceWith('r')
  expect(engine.mutate).not.toHaveBeenCalled()
  expect(formsOf('me').all()).toEqual([])
})

test('the button that was pressed is the busy one', async () => {
  engine.discard.mockReturnValueOnce(new Promise(() => {}))
  shown([refused])
  fireEvent.click(screen.getByText('Discard'))
  fireEvent.click(within(screen.getByRole('dialog')).getByText('Discard'))
  await vi.waitFor(() => expect(engine.discard).toHaveBeenCalledOnce())
  expect(screen.getByText('Discard').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText('Keep the text as a new draft').hasAttribute('aria-busy')).toBe(false)
})

test('words of a change that is refused once its post is known to be gone are there as well', () => {
  const { give } = shown([])
  expect(screen.queryByRole('button')).toBeNull()
  give([refused])
  expect(screen.getByText('Refused.')).toBeTruthy()
})

test('words of a post that is gone are kept as a draft', async () => {
  formsOf('me').write('post:p', { text: 'Typed.', price: 5 })
  const { onOpen } = shown([refused])
  fireEvent.click(screen.getByText('Keep the text as a new draft'))
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledOnce())
  expect(engine.mutate.mock.calls[0]?.[1].changes).toMatchObject({ text: 'Typed.', price: 5 })
  expect(engine.discard).toHaveBeenCalledExactlyOnceWith('r')
  expect(formsOf('me').all()).toEqual([])
})

function shown(records: OutboxRecord[]) {
  const [onOpen, onLeave] = [vi.fn(), vi.fn()]
  const page = (given: OutboxRecord[]) => (
    <I18nProvider i18n={i18n}>
      <OrphanedEdit postId="p" records={given} onOpen={onOpen} onLeave={onLeave} />
    </I18nProvider>
  )
  const { rerender } = render(page(records))
  return { onOpen, onLeave, give: (next: OutboxRecord[]) => rerender(page(next)) }
}
