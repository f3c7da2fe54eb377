// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Lightbox } from '../../core/media/lightbox/lightbox.tsx'
import { closeOverlays } from './close-overlays.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'

type Overlay = (props: { onClose: () => void }) => ReactNode

const photo = { _id: 'p', url: '/p.jpg', preview: null, width: 1, height: 1 }
const overlays: [string, Overlay][] = [
  ['dialog', ({ onClose }) => <Dialog title="Details" onClose={onClose} children="Words" />],
  [
    'question',
    ({ onClose }) => <ConfirmDialog title="Sure?" yes="Yes" onYes={() => {}} onClose={onClose} children="?" />,
  ],
  ['lightbox', ({ onClose }) => <Lightbox photos={[photo as never]} firstId="p" onClose={onClose} />],
]

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function Page({ overlay: Open }: { overlay: Overlay }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <button onClick={() => setOpen(true)}>Open</button>
      <Menu label="More" items={[{ label: 'Open from the menu', onSelect: () => setOpen(true) }]}>
        More
      </Menu>
      {isOpen && <Open onClose={() => setOpen(false)} />}
    </main>
  )
}

function show(overlay: Overlay): void {
  render(
    <I18nProvider i18n={i18n}>
      <Page overlay={overlay} />
    </I18nProvider>,
  )
}

test.each(overlays)('a %s closes when its page is left', (_, overlay) => {
  show(overlay)
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  closeOverlays()
  return waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a menu closes when its page is left', async () => {
  show(() => null)
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menu')).toBeTruthy()
  closeOverlays()
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

test.each(overlays)('a %s gives the focus back to the button that opened it, twice', async (_, overlay) => {
  show(overlay)
  const button = screen.getByRole('button', { name: 'Open' })
  for (let time = 0; time < 2; time += 1) {
    button.focus()
    fireEvent.click(button)
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})

test.each(overlays)(
  'a %s that an entry of a menu opened gives the focus back to the button of the menu',
  async (_, overlay) => {
    show(overlay)
    const button = screen.getByRole('button', { name: 'More' })
    for (let time = 0; time < 2; time += 1) {
      button.focus()
      fireEvent.click(button)
      const entry = await screen.findByRole('menuitem', { name: 'Open from the menu' })
      entry.focus()
      fireEvent.click(entry)
      const dialog = await screen.findByRole('dialog')
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
      fireEvent(dialog, new Event('cancel', { cancelable: true }))
      await waitFor(() => expect(document.activeElement).toBe(button))
    }
  },
)

test('nothing stays to be closed of an overlay that is gone', () => {
  const onClose = vi.fn()
  const { unmount } = render(
    <I18nProvider i18n={i18n}>
      <Dialog title="Details" onClose={onClose} children="Words" />
    </I18nProvider>,
  )
  unmount()
  closeOverlays()
  expect(onClose).not.toHaveBeenCalled()
})
