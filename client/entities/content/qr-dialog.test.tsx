// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { saveFile } from '../../core/media/download-blob.ts'
import { QrDialog } from './qr-dialog.tsx'

vi.mock(import('../../core/media/download-blob.ts'), () => ({ saveFile: vi.fn() }))

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(path: string): SVGElement {
  render(
    <I18nProvider i18n={i18n}>
      <QrDialog page={{ name: 'Ada', path }} onClose={() => {}} />
    </I18nProvider>,
  )
  return screen.getByRole('img', { name: 'QR code of Ada', hidden: true }) as unknown as SVGElement
}

test('draws each dark module of the code of the whole address, with a quiet edge', () => {
  const { data, size } = encode(`${location.origin}/ada`, { ecc: 'Q', border: 4 })
  const code = show('/ada')
  expect(code.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  const drawn =
    code
      .querySelector('path')
      ?.getAttribute('d')
      ?.match(/M\d+ \d+/g) ?? []
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}`] : [])))
  expect(drawn).toEqual(dark)
  expect(dark.some((at) => /^M[0-3] | [0-3]$/.test(at))).toBe(false)
})

test('another page has another code', () => {
  const first = show('/ada').querySelector('path')?.getAttribute('d')
  cleanup()
  expect(show('/bob').querySelector('path')?.getAttribute('d')).not.toBe(first)
})

test('saves the code as a picture that scales, under the name of the page', async () => {
  show('/ada')
  fireEvent.click(screen.getByRole('button', { name: 'Save picture', hidden: true }))
  const [file, name] = vi.mocked(saveFile).mock.calls[0] ?? []
  expect([name, file?.type, (await file?.text())?.startsWith('<svg')]).toEqual(['ada.svg', 'image/svg+xml', true])
})
