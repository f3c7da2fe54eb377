// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { TransparencyDialog } from './transparency-dialog.tsx'

const { callApi, saveFile } = vi.hoisted(() => ({
  callApi: vi.fn<(call: { path: string }) => Promise<unknown>>(),
  saveFile: vi.fn<(file: Blob, name: string) => void>(),
}))
vi.mock(import('../../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi: callApi as never }))
vi.mock(import('../../../core/media/download-blob.ts'), () => ({ saveFile }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.resetAllMocks()
  vi.setSystemTime('2027-01-01T00:30:00.000Z')
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

test('proposes the year before, and saves its figures up to the last day included', async () => {
  const row = { part: 'notices', indicator: 'received', category: 'TOTAL', value: 3 }
  callApi.mockResolvedValue({ from: '2026-01-01', to: '2027-01-01', rows: [row] })
  const onClose = open()
  fireEvent.click(screen.getByRole('button', { name: 'Save the file' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(callApi.mock.calls[0]?.[0].path).toBe('/desk/transparency?from=2026-01-01&to=2027-01-01')
  const [file, name] = saveFile.mock.calls[0] ?? []
  expect(name).toBe('vesper-transparency-2026-01-01-2026-12-31.csv')
  expect(await file?.text()).toContain('part,indicator,category,value\r\nnotices,received,TOTAL,3\r\n')
})

test('asks for days in their order', () => {
  open()
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2025-12-31' } })
  expect(screen.getByText('Choose a last day that is not before the first.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save the file' })).toHaveProperty('disabled', true)
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-01-01' } })
  expect(screen.getByRole('button', { name: 'Save the file' })).toHaveProperty('disabled', false)
})

function open() {
  const onClose = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <TransparencyDialog onClose={onClose} />
    </I18nProvider>,
  )
  return onClose
}
