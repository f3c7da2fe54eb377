// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LogoutDialog } from './logout-dialog.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
const [send, leave, see] = [vi.fn(), vi.fn(), vi.fn()]
const question = () => screen.getByRole('dialog').textContent

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('[LEAVE-5] what was refused is not offered to be sent, but to be looked at', async () => {
  show({ mutations: 0, refused: 1, drafts: 0 })
  fireEvent.click(await screen.findByText('See what was refused'))
  expect(see).toHaveBeenCalledOnce()
  expect(screen.queryByText('Send now, then log out')).toBeNull()
  expect(question()).toContain('1 unsent change would be lost')
  expect(question()).toContain('1 change was refused')
})

test('[LEAVE-5] once what waits is sent, what was refused of it is what is left', async () => {
  send.mockResolvedValueOnce({ mutations: 0, refused: 2, drafts: 1 })
  show({ mutations: 2, refused: 0, drafts: 1 })
  fireEvent.click(await screen.findByText('Send now, then log out'))
  await screen.findByText('See what was refused')
  expect(question()).toContain('2 unsent changes and 1 draft would be lost')
  expect(question()).toContain('2 changes were refused')
  expect(screen.queryByText('Send now, then log out')).toBeNull()
  expect(screen.queryByText('Not everything could be sent now.')).toBeNull()
  expect(leave).not.toHaveBeenCalled()
})

test('[LEAVE-7] what was refused of what was sent is read out, and looking at it is the next step', async () => {
  send.mockResolvedValueOnce({ mutations: 0, refused: 1, drafts: 0 })
  show({ mutations: 1, refused: 0, drafts: 0 })
  const button = await screen.findByText('Send now, then log out')
  const regions = screen.getAllByRole('alert')
  button.focus()
  fireEvent.click(button)
  const look = await screen.findByText('See what was refused')
  expect(regions.map((region) => region.textContent).join('')).toContain('1 change was refused')
  expect(document.activeElement).toBe(look)
})

test('[LEAVE-7] where drafts alone are left once all is sent, saving them is the next step', async () => {
  send.mockResolvedValueOnce({ mutations: 0, refused: 0, drafts: 1 })
  show({ mutations: 1, refused: 0, drafts: 1 })
  fireEvent.click(await screen.findByText('Send now, then log out'))
  await waitFor(() => expect(screen.queryByText('Send now, then log out')).toBeNull())
  expect(screen.getByRole('status').textContent).toContain('1 draft would be lost')
  expect(document.activeElement).toBe(screen.getByText('Save as a file'))
})

test('[LEAVE-5] who is logged out already has nowhere to look at what was refused', async () => {
  show({ mutations: 1, refused: 1, drafts: 0 }, false)
  await screen.findByText('Send now, then log out')
  expect(screen.queryByText('See what was refused')).toBeNull()
})

test('[LEAVE-5] with nothing unsent or refused, nothing is asked', async () => {
  show({ mutations: 0, refused: 0, drafts: 0 })
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

function show(unsent: { mutations: number; refused: number; drafts: number }, isSignedIn = true): void {
  render(
    <I18nProvider i18n={i18n}>
      <LogoutDialog
        isOffline={false}
        count={async () => unsent}
        send={send}
        save={() => {}}
        isSaving={false}
        saved={null}
        leave={leave}
        onSeeRefused={isSignedIn ? see : undefined}
        onClose={() => {}}
      />
    </I18nProvider>,
  )
}
