// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { fork } from 'effector'
import { Provider } from 'effector-react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ReasonDialog } from './reason-dialog.tsx'

const onSend = vi.fn<(reason: string) => Promise<void>>()

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
beforeEach(() => {
  localStorage.clear()
  onSend.mockReset()
  onSend.mockResolvedValue()
  open()
})
afterEach(cleanup)

test('a reason is there again after its dialog was closed, and stands nowhere on the device', () => {
  type('ada', 'She asked twice.')
  press('Cancel')
  press('Ask ada')
  expect(reason().value).toBe('She asked twice.')
  for (const storage of [localStorage, sessionStorage])
    expect(JSON.stringify(Object.entries(storage))).not.toContain('She asked')
})

test('a reason about one account is none about another', () => {
  type('ada', 'She asked twice.')
  press('Cancel')
  press('Ask ben')
  expect(reason().value).toBe('')
})

test('a reason that could not be sent stays, and is dropped once it was sent', async () => {
  onSend.mockRejectedValueOnce(new Refusal('forbidden', 'Another person has to do this.'))
  type('ada', 'She asked twice.')
  press('Send')
  expect(await screen.findByText('Another person has to do this.')).toBeTruthy()
  press('Cancel')
  press('Ask ada')
  expect(reason().value).toBe('She asked twice.')
  press('Send')
  await waitFor(() => expect(reason().value).toBe(''))
  expect(onSend).toHaveBeenCalledTimes(2)
})

function reason() {
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' })
}

function type(name: string, text: string) {
  press(`Ask ${name}`)
  fireEvent.change(reason(), { target: { value: text } })
}

function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
}

function open() {
  render(
    <Provider value={fork()}>
      <I18nProvider i18n={i18n}>
        <Page />
      </I18nProvider>
    </Provider>,
  )
}

function Page() {
  const [about, setAbout] = useState<string | null>(null)
  return (
    <>
      {['ada', 'ben'].map((name) => (
        <button key={name} onClick={() => setAbout(name)}>
          Ask {name}
        </button>
      ))}
      {about !== null && (
        <ReasonDialog title="Ask" yes="Send" about={about} onSend={onSend} onClose={() => setAbout(null)} />
      )}
    </>
  )
}
