import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { DeskTime } from './desk-time.tsx'
import { useDeskWords } from './use-desk-words.ts'

type Note = { _id: string; by: string; text: string; at: string }
type Props = {
  /** The call that takes a note about the thing. */
  path: string
  notes: readonly Note[]
  maxLength: number
  canAdd?: boolean
  onAdded: () => void
}

/** Words of staff to each other about a case or an account. Nobody else reads them. */
export function DeskNotes({ path, notes, maxLength, canAdd = true, onAdded }: Props) {
  return (
    <>
      {notes.map(({ _id, by, text, at }) => (
        <div key={_id} className="grid grid-cols-1 gap-1 text-sm">
          <p className="text-muted">
            <bdi>{by}</bdi>
            {' · '}
            <DeskTime at={at} />
          </p>
          <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </div>
      ))}
      {canAdd && <NewNote {...{ path, maxLength, onAdded }} />}
    </>
  )
}

function NewNote({ path, maxLength, onAdded }: Pick<Props, 'path' | 'maxLength' | 'onAdded'>) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const note = useDeskWords(path)
  const [isTried, setTried] = useState(false)
  const isEmpty = note.text.trim() === ''
  const adding = useAction(async () => {
    await callApi({ method: 'POST', path, body: { _id: note.id, text: note.text.trim() }, answer: Done })
    note.sent()
    setTried(false)
    onAdded()
  })
  const add = () => {
    setTried(true)
    if (!isEmpty) void adding.run()
  }
  return (
    <>
      <TextArea
        label={t`Note`}
        hint={t`Staff alone read it.`}
        error={isTried && isEmpty ? t`Write the note.` : undefined}
        maxLength={maxLength}
        value={note.text}
        onChange={(event) => note.type(event.currentTarget.value)}
      />
      <div role="alert" className="empty:absolute">
        {adding.error !== null && <Notice tone="danger">{errorMessage(adding.error)}</Notice>}
      </div>
      <Button kind="secondary" className="justify-self-start" busy={adding.busy} disabled={isOffline} onClick={add}>
        <Trans>Add note</Trans>
      </Button>
    </>
  )
}
