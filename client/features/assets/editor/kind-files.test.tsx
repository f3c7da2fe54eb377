// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { FileRecord } from '@vesper/sync/vesper/records/file.ts'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { beginScope } from '../../../core/session/current-scope.ts'
import { VideoKindFiles } from './kind-files.tsx'

vi.mock('../../../core/sync/sync-provider.tsx', () => ({
  useSync: () => ({ db: { uploads: { bulkGet: async () => [] } } }),
}))
vi.mock('../../../core/i18n/lazy-with-texts.ts', () => ({ lazyAgain: () => LibraryDialog }))

/** Chooses one file of the first kind that it is asked for. */
function LibraryDialog({ kinds, onChosen }: { kinds: string[]; onChosen: (files: FileRecord[]) => void }) {
  return (
    <button
      onClick={() => onChosen([{ _id: `chosen ${kinds.join()}` } as FileRecord])}
    >{`Choose ${kinds.join()}`}</button>
  )
}

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  beginScope({ state: 'signed-out' })
})
afterEach(cleanup)

test.each([
  ['Video', 'video', { mainId: 'chosen video' }],
  ['Thumbnail', 'photo', { thumbnailId: 'chosen photo' }],
])('%s takes a %s from the library', (name, kind, change) => {
  const onChange = show(false)
  fireEvent.click(within(screen.getByRole('region', { name })).getByRole('button', { name: 'Add from library' }))
  fireEvent.click(screen.getByRole('button', { name: `Choose ${kind}` }))
  expect(onChange.mock.calls).toEqual([[change]])
})

test('a teaser is uploaded: it has a length of its own', () => {
  show(false)
  const teaser = within(screen.getByRole('region', { name: 'Teaser' }))
  expect(teaser.queryByRole('button', { name: 'Add from library' })).toBeNull()
})

test('nothing is chosen for a video that may not be changed', () => {
  show(true)
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Add from library' })
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true])
})

function show(isReadOnly: boolean) {
  const onChange = vi.fn(async (_changes: object) => {})
  render(
    <I18nProvider i18n={i18n}>
      <VideoKindFiles asset={null} isReadOnly={isReadOnly} onChange={onChange} />
    </I18nProvider>,
  )
  return onChange
}
