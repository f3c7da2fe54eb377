// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Refusal } from '@vesper/sync/protocol/refusal.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { LoginForm } from './login-form.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test('only the server says that a password is wrong', async () => {
  expect(await alertAfter(new Refusal('unauthenticated', 'Incorrect credentials!'))).toBe('Incorrect credentials!')
  expect(await alertAfter(new TypeError('A fault of ours'))).toBe('Something went wrong, please try again later')
})

async function alertAfter(failure: Error): Promise<string | null> {
  cleanup()
  render(
    <I18nProvider i18n={i18n}>
      <LoginForm username="fan" remember={false} onLogin={() => Promise.reject(failure)} forgotten={null} />
    </I18nProvider>,
  )
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a good password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
  return (await screen.findByText(/./, { selector: '[role=alert] *' })).textContent
}
