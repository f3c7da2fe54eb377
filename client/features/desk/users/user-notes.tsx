import { Trans, useLingui } from '@lingui/react/macro'
import { USER_NOTE_MAX } from '@vesper/sync/vesper/api/desk-users.ts'
import type { UserNote } from '@vesper/sync/vesper/api/desk-users.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { DeskTime } from '../desk-time.tsx'

type Props = { userId: string; notes: readonly UserNote[]; onAdded: () => void }

/** Words of staff to each other about an account. Its owner does not read them. */
export function UserNotes({ userId, notes, onAdded }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [draft, setDraft] = useState(() => ({ _id: v7(), text: '' }))
  const [isTried, setTried] = useState(false)
  const isEmpty = draft.text.trim() === ''
  const adding = useAction(async () => {
    const body = { _id: draft._id, text: draft.text.trim() }
    await callApi({ method: 'POST', path: `/desk/users/${userId}/note`, body, answer: Done })
    setDraft({ _id: v7(), text: '' })
    setTried(false)
    onAdded()
  })
  return (
    <>
      {notes.map(({ _id, by, text, createdAt }) => (
        <div key={_id} className="grid grid-cols-1 gap-1 text-sm">
          <p className="text-muted">
            <bdi>{by}</bdi>
            {' · '}
            <DeskTime at={createdAt} />
          </p>
          <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </div>
      ))}
      <TextArea
        label={t`Note`}
        hint={t`Staff alone read it.`}
        error={isTried && isEmpty ? t`Write the note.` : undefined}
        maxLength={USER_NOTE_MAX}
        value={draft.text}
        onChange={(event) => setDraft({ _id: v7(), text: event.currentTarget.value })}
      />
      <div role="alert" className="empty:absolute">
        {adding.error !== null && <Notice tone="danger">{errorMessage(adding.error)}</Notice>}
      </div>
      <Button
        kind="secondary"
        className="justify-self-start"
        busy={adding.busy}
        disabled={isOffline}
        onClick={() => {
          setTried(true)
          if (!isEmpty) void adding.run()
        }}
      >
        <Trans>Add note</Trans>
      </Button>
    </>
  )
}
