import { Trans } from '@lingui/react/macro'

/** Why an update that was accepted waits. Apart from the prompt, so that the login page has no text of what happens elsewhere. */
export function UnsavedWorkNotice() {
  return <Trans>The new version loads when your chosen files are saved or sent.</Trans>
}
