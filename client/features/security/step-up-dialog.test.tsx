// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { StepUpDialog } from './step-up-dialog.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

test.each([
  ['password', 'Password'],
  ['code', 'Code of the authenticator app'],
  ['recoveryCode', 'Recovery code'],
])('the dialog that asks for a %s opens with the focus in its field', (way, label) => {
  open([way])
  expect(document.activeElement).toBe(screen.getByLabelText(label))
})

test('another way takes the focus into its field', () => {
  open(['code', 'recoveryCode'])
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Recovery code'))
})

function open(ways: readonly string[]): void {
  render(
    <I18nProvider i18n={i18n}>
      <StepUpDialog ways={ways} onToken={async () => {}} onClose={() => {}} />
    </I18nProvider>,
  )
}
