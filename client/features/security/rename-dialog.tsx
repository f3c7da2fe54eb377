import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { FormEvent } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'

type Props = {
  /** The call that takes the new name. */
  path: string
  name: string
  onClose: () => void
  onRenamed: () => Promise<void>
}

/** Gives a device or a passkey another name. */
export function RenameDialog({ path, name, onClose, onRenamed }: Props) {
  const { t } = useLingui()
  const save = useAction(async (chosen: string) => {
    await callApi({ method: 'PUT', path, body: { name: chosen }, answer: Done })
    await onRenamed()
    onClose()
  })
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('name')
    if (typeof chosen === 'string') void save.run(chosen)
  }
  return (
    <Dialog title={t`Rename`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField label={t`Name`} name="name" defaultValue={name} maxLength={60} dir="auto" />
        <FormAlert text={save.error === null ? null : errorMessage(save.error)} />
        <Button type="submit" busy={save.busy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
