// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

test('a dialog closes before it leaves the page, so that the browser gives the focus back', () => {
  const places: boolean[] = []
  const close = vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
    places.push(this.isConnected)
  })
  render(
    <I18nProvider i18n={i18n}>
      <Dialog title="Sure?" onClose={() => {}}>
        A question
      </Dialog>
    </I18nProvider>,
  )
  cleanup()
  close.mockRestore()
  expect(places).toEqual([true])
})
