import { Trans, useLingui } from '@lingui/react/macro'
import { FAN_NOTE_MAX } from '@vesper/sync/vesper/records/fan-note.ts'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { WithSyncDialog } from '../../core/sync/with-sync-dialog.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { announce } from '../../ui/text/announcer.tsx'

type Props = { fan: { _id: string; name: string }; onClose: () => void }

/** Edits the creator's note on a fan, with a connection or without. The fan never sees it. */
export function NoteDialog(props: Props) {
  const { t } = useLingui()
  const { name } = props.fan
  return (
    <WithSyncDialog title={t`Note about ${name}`} onClose={props.onClose}>
      <Held {...props} />
    </WithSyncDialog>
  )
}

function Held({ fan, onClose }: Props) {
  const { db } = useSync()
  const note = useLiveQuery(async () => (await db['fan-notes'].get(fan._id))?.text ?? '', [db, fan._id])
  return note === undefined ? null : <Body fan={fan} note={note} onClose={onClose} />
}

function Body({ fan: { _id: userId, name }, note, onClose }: Props & { note: string }) {
  const { t } = useLingui()
  const sync = useSync()
  // The text that the edit began from: another device may change the note while the dialog is open.
  const [base] = useState(note)
  const { values, edit, forget } = useKeptForm(`fan-note:${userId}`, { text: base, base })
  const saving = useAction(async () => {
    const { text } = values
    await sync.mutate('fan-note.save', { userId, base: values.base, text, editedAt: new Date().toISOString() })
    forget()
    onClose()
    announce(t`Note saved`)
  })
  return (
    <Dialog
      title={t`Note about ${name}`}
      onClose={onClose}
      failure={saving.error === null ? null : errorMessage(saving.error)}
      actions={
        <Button onClick={() => void saving.run()} busy={saving.busy}>
          <Trans>Save note</Trans>
        </Button>
      }
    >
      <TextArea
        label={t`Note about ${name}`}
        hint={t`Only you see it.`}
        value={values.text}
        maxLength={FAN_NOTE_MAX}
        onChange={({ currentTarget }) => edit({ text: currentTarget.value })}
      />
    </Dialog>
  )
}
