// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { LoginForm } from './login-form.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('only the server says that a password is wrong', async () => {
  expect(await alertAfter(new Refusal('unauthenticated', 'Incorrect credentials!'))).toBe('Incorrect credentials!')
  expect(await alertAfter(new TypeError('A fault of ours'))).toBe('Something went wrong, please try again later')
})

test('an address that has to be confirmed first is named, and what was typed stays', async () => {
  const message = 'Confirm your email address first: open the link that we sent to you.'
  const details = [{ path: 'emailVerification', message: 'fan@demo.test' }]
  expect(await alertAfter(new Refusal('forbidden', message, details))).toMatch(/^Confirm your .* fan@demo\.test/)
  expect(screen.getByRole('button', { name: 'Another for fan@demo.test' })).toBeTruthy()
  expect([screen.getByLabelText('Email or username'), screen.getByLabelText('Password')]).toMatchObject([
    { value: 'fan' },
    { value: 'a good password' },
  ])
  await alertAfter(new Refusal('unauthenticated', 'Incorrect credentials!'))
  expect(screen.queryByRole('button', { name: /Another/ })).toBeNull()
})

test('who is held up by the guesses of strangers can ask for a link to the account that was named', async () => {
  const message = 'There were too many attempts to log in. Ask for a link by email.'
  const details = [{ path: 'loginLink', message }]
  expect(await alertAfter(new Refusal('rate-limited', message, details))).toBe(message)
  expect(screen.getByRole('button', { name: 'Link for fan' })).toBeTruthy()
  await alertAfter(new Refusal('rate-limited', 'Too many requests. Please try again in 37 seconds.'))
  expect(screen.queryByRole('button', { name: /Link for/ })).toBeNull()
})

async function alertAfter(failure: Error): Promise<string | null> {
  cleanup()
  render(
    <I18nProvider i18n={i18n}>
      <LoginForm
        username="fan"
        remember={false}
        onLogin={() => Promise.reject(failure)}
        forgotten={null}
        linkAgain={({ email, name }) => (
          <>
            {email && <button type="button">Another for {email}</button>}
            {name && <button type="button">Link for {name}</button>}
          </>
        )}
      />
    </I18nProvider>,
  )
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a good password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  const alert = screen.getByRole('alert')
  await waitFor(() => expect(alert.textContent).not.toBe(''))
  return alert.textContent
}
