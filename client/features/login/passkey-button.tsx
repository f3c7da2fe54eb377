import { Trans } from '@lingui/react/macro'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { useAction } from '../../ui/form/use-action.ts'

type Props = {
  /** Has the browser ask for a passkey, and logs in with it. */
  logIn: () => Promise<void>
}

/** The way in without a name and a password. */
export function PasskeyButton({ logIn }: Props) {
  const enter = useAction(logIn)
  return (
    <div className="grid gap-2">
      <Button kind="secondary" busy={enter.busy} onClick={() => void enter.run()}>
        <Trans>Use a passkey</Trans>
      </Button>
      <FormAlert text={enter.error === null ? null : errorMessage(enter.error)} />
    </div>
  )
}
