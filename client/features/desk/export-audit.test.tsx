// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { AuditLink } from '@vesper/sync/vesper/api/staff.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionError } from '../../core/api/api.ts'
import { ExportAudit } from './export-audit.tsx'

const { callApi, saveFile } = vi.hoisted(() => ({
  callApi: vi.fn<(call: { method?: string; path: string }) => Promise<unknown>>(),
  saveFile: vi.fn<(file: Blob, name: string) => void>(),
}))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi: callApi as never }))
vi.mock(import('../../core/media/download-blob.ts'), () => ({ saveFile }))

const entry = (seq: number): AuditLink => ({
  ...{ seq, id: `e${seq}`, at: '2026-11-29T05:00:00.000000Z', operator: null, actorId: 'ada', sessionId: null },
  ...{
    network: null,
    requestId: null,
    action: 'staff.grant',
    subjectId: 'bea',
    before: null,
    after: { role: 'admin' },
  },
  ...{ textHash: null, prevHash: '0', hash: '1', text: seq === 2 ? '=HYPERLINK("x")' : null },
})

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  vi.resetAllMocks()
  callApi.mockImplementation(async ({ method, path }) =>
    method === 'POST'
      ? { to: 3 }
      : path.includes('after=0&')
        ? { entries: [entry(1), entry(2)], next: 2 }
        : { entries: [entry(3)], next: null },
  )
})
afterEach(cleanup)

test('saves all parts as lines of JSON, up to the entry of the export', async () => {
  open()
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  expect(callApi.mock.calls.map(([{ path }]) => path)).toEqual([
    '/desk/audit/export',
    ...['/desk/audit/part?after=0&to=3', '/desk/audit/part?after=2&to=3'],
  ])
  const [file, name] = saveFile.mock.calls[0] ?? []
  expect(name).toBe('vesper-audit.ndjson')
  const lines = ((await file?.text()) ?? '').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line) as AuditLink)).toEqual([entry(1), entry(2), entry(3)])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('saves a table in which no words run as a formula', async () => {
  open('csv')
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  const table = (await saveFile.mock.calls[0]?.[0].text()) ?? ''
  expect(table.split('\r\n')).toHaveLength(5)
  expect(table).toContain(`,"{""role"":""admin""}","'=HYPERLINK(""x"")"`)
})

test('a line that breaks saves nothing, says so, and lets one try again', async () => {
  callApi.mockRejectedValueOnce(new ConnectionError())
  open()
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
  expect(saveFile).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Save the file' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
})

function open(format = 'lines'): void {
  render(
    <I18nProvider i18n={i18n}>
      <ExportAudit />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  fireEvent.change(screen.getByLabelText('Format'), { target: { value: format } })
  fireEvent.click(screen.getByRole('button', { name: 'Save the file' }))
}
