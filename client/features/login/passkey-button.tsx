import { Trans } from '@lingui/react/macro'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Button } from '../../ui/controls/button.tsx'

/** The way in without a name and a password. `logIn` has the browser ask for a passkey. */
export function PasskeyButton({ logIn }: { logIn: () => Promise<void> }) {
  const enter = useActionWithToast(logIn)
  return (
    <Button kind="secondary" busy={enter.busy} onClick={() => void enter.run()}>
      <Trans>Use a passkey</Trans>
    </Button>
  )
}
