// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LogoutDialog } from './logout-dialog.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
type Unsent = { mutations: number; refused: number; drafts: number }

const send = vi.fn<() => Promise<Unsent>>()
const [leave, see] = [vi.fn(), vi.fn()]
const count = vi.fn<() => Promise<Unsent>>()
const question = () => screen.getByRole('dialog').textContent

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

test('offers to look at refused mutations, not to send them', async () => {
  show({ mutations: 0, refused: 1, drafts: 0 })
  fireEvent.click(await screen.findByText('See rejected changes'))
  expect(see).toHaveBeenCalledOnce()
  expect(screen.queryByText('Send now, then log out')).toBeNull()
  expect(question()).toContain('1 unsent change would be lost')
  expect(question()).toContain('1 change was rejected')
})

test('once what waits is sent, what was refused of it is what is left', async () => {
  send.mockResolvedValueOnce({ mutations: 0, refused: 2, drafts: 1 })
  show({ mutations: 2, refused: 0, drafts: 1 })
  fireEvent.click(await screen.findByText('Send now, then log out'))
  await screen.findByText('See rejected changes')
  expect(question()).toContain('2 unsent changes and 1 draft would be lost')
  expect(question()).toContain('2 changes were rejected')
  expect(screen.queryByText('Send now, then log out')).toBeNull()
  expect(screen.queryByText('Some changes could not be sent now.')).toBeNull()
  expect(leave).not.toHaveBeenCalled()
})

test('announces mutations that were refused while sending, and offers to look at them', async () => {
  send.mockResolvedValueOnce({ mutations: 0, refused: 1, drafts: 0 })
  show({ mutations: 1, refused: 0, drafts: 0 })
  const button = await screen.findByText('Send now, then log out')
  const regions = screen.getAllByRole('alert')
  press(button)
  const look = await screen.findByText('See rejected changes')
  expect(regions.map((region) => region.textContent).join('')).toContain('1 change was rejected')
  await waitFor(() => expect(document.activeElement).toBe(look))
})

test('where drafts alone are left once all is sent, saving them is the next step', async () => {
  send.mockResolvedValueOnce({ mutations: 0, refused: 0, drafts: 1 })
  show({ mutations: 1, refused: 0, drafts: 1 })
  press(await screen.findByText('Send now, then log out'))
  await waitFor(() => expect(screen.queryByText('Send now, then log out')).toBeNull())
  expect(screen.getByRole('status').textContent).toContain('1 draft would be lost')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Save as a file')))
})

test('who is logged out already has nowhere to look at what was refused', async () => {
  show({ mutations: 1, refused: 1, drafts: 0 }, { isSignedIn: false })
  await screen.findByText('Send now, then log out')
  expect(screen.queryByText('See rejected changes')).toBeNull()
})

test('with nothing unsent or refused, nothing is asked', async () => {
  show({ mutations: 0, refused: 0, drafts: 0 })
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

test('mutations sent while the question is open are no longer called lost', async () => {
  const { tell } = show({ mutations: 2, refused: 0, drafts: 1 })
  ;(await screen.findByText('Send now, then log out')).focus()
  tell({ mutations: 1, refused: 0, drafts: 1 })
  await waitFor(() => expect(question()).toContain('1 unsent change and 1 draft would be lost'))
  tell({ mutations: 0, refused: 0, drafts: 1 })
  await waitFor(() => expect(question()).toContain('this device: 1 draft would be lost'))
  expect(screen.queryByText('Send now, then log out')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Save as a file')))
})

test('once nothing would be lost, that is said, and nobody is logged out unasked', async () => {
  send.mockResolvedValueOnce({ mutations: 1, refused: 0, drafts: 0 })
  const { tell } = show({ mutations: 1, refused: 0, drafts: 0 })
  press(await screen.findByText('Send now, then log out'))
  await screen.findByText('Some changes could not be sent now.')
  tell({ mutations: 0, refused: 0, drafts: 0 })
  const button = await screen.findByRole('button', { name: 'Log out' })
  expect(screen.getByRole('status').textContent).toContain('Everything is saved')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['', 'Log out'])
  expect(question()).not.toContain('Some changes could not be sent now.')
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(leave).not.toHaveBeenCalled()
  fireEvent.click(button)
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

test('a focus that is elsewhere stays there', async () => {
  const { tell } = show({ mutations: 1, refused: 0, drafts: 1 })
  const discard = await screen.findByText('Discard and log out')
  discard.focus()
  tell({ mutations: 0, refused: 0, drafts: 1 })
  await waitFor(() => expect(screen.queryByText('Send now, then log out')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(discard))
})

test('the latest count stands, and what is being sent is counted once it is', async () => {
  const { tell } = show({ mutations: 3, refused: 0, drafts: 0 })
  await screen.findByText('Send now, then log out')
  const [late, sending] = [Promise.withResolvers<Unsent>(), Promise.withResolvers<Unsent>()]
  tell(late.promise)
  tell({ mutations: 2, refused: 0, drafts: 0 })
  await waitFor(() => expect(question()).toContain('2 unsent changes'))
  late.resolve({ mutations: 3, refused: 0, drafts: 0 })
  send.mockReturnValueOnce(sending.promise)
  fireEvent.click(screen.getByText('Send now, then log out'))
  tell({ mutations: 0, refused: 0, drafts: 0 })
  await new Promise((resolve) => setTimeout(resolve))
  expect(question()).toContain('2 unsent changes')
  sending.resolve({ mutations: 0, refused: 0, drafts: 0 })
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

test('asks about later work of another tab before the user is logged out', async () => {
  const { tell } = show({ mutations: 1, refused: 0, drafts: 0 })
  await screen.findByText('Send now, then log out')
  tell({ mutations: 0, refused: 0, drafts: 0 })
  const button = await screen.findByRole('button', { name: 'Log out' })
  count.mockResolvedValue({ mutations: 0, refused: 0, drafts: 1 })
  fireEvent.click(button)
  await waitFor(() => expect(question()).toContain('1 draft would be lost'))
  expect(leave).not.toHaveBeenCalled()
})

test('where what was refused goes while it has the focus, saving what is left is the next step', async () => {
  const { tell } = show({ mutations: 0, refused: 1, drafts: 1 })
  ;(await screen.findByText('See rejected changes')).focus()
  tell({ mutations: 0, refused: 0, drafts: 1 })
  await waitFor(() => expect(screen.queryByText('See rejected changes')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Save as a file')))
})

test('all that waits goes while it is being saved: the focus goes to the way out, which waits for that', async () => {
  const { tell } = show({ mutations: 1, refused: 0, drafts: 0 }, { isSaving: true })
  ;(await screen.findByText('Save as a file')).focus()
  tell({ mutations: 0, refused: 0, drafts: 0 })
  const button = await screen.findByRole('button', { name: 'Log out' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.click(button)
  await new Promise((resolve) => setTimeout(resolve))
  expect(leave).not.toHaveBeenCalled()
})

test('that sending failed is not said beside that all is sent', async () => {
  send.mockRejectedValueOnce(new Error('The storage of this device does not open.'))
  const { tell } = show({ mutations: 1, refused: 0, drafts: 0 })
  fireEvent.click(await screen.findByText('Send now, then log out'))
  await waitFor(() => expect(screen.getAllByRole('alert').some(({ textContent }) => textContent)).toBe(true))
  tell({ mutations: 0, refused: 0, drafts: 0 })
  await screen.findByRole('button', { name: 'Log out' })
  expect(
    screen
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join(''),
  ).toBe('')
})

/** A press gives the focus, as a browser's does. */
function press(button: HTMLElement): void {
  button.focus()
  fireEvent.click(button)
}

/** Answers how to tell that something was sent meanwhile, and what is left. */
function show(unsent: Unsent, { isSignedIn = true, isSaving = false } = {}) {
  count.mockResolvedValue(unsent)
  const dialog = (news: number) => (
    <I18nProvider i18n={i18n}>
      <LogoutDialog
        isOffline={false}
        count={count}
        news={news}
        send={async () => {
          const left = await send()
          count.mockResolvedValue(left)
          return left
        }}
        save={() => {}}
        isSaving={isSaving}
        saved={null}
        leave={leave}
        onSeeRefused={isSignedIn ? see : undefined}
        onClose={() => {}}
      />
    </I18nProvider>
  )
  const { rerender } = render(dialog(0))
  let news = 0
  const tell = (left: Unsent | Promise<Unsent>) => {
    count.mockReturnValue(Promise.resolve(left))
    rerender(dialog((news += 1)))
  }
  return { tell }
}
