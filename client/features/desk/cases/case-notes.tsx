import { Trans, useLingui } from '@lingui/react/macro'
import { FACTS_MAX } from '@vesper/sync/vesper/api/cases.ts'
import type { CaseDetail } from '@vesper/sync/vesper/api/cases.ts'
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
import { formatDate } from '../../../ui/text/date-format.ts'

type Props = { caseId: string; notes: CaseDetail['notes']; canAdd: boolean; onAdded: () => void }

/** Words of staff to each other about a case. Nobody else reads them. */
export function CaseNotes({ caseId, notes, canAdd, onAdded }: Props) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [draft, setDraft] = useState(() => ({ _id: v7(), text: '' }))
  const [isTried, setTried] = useState(false)
  const adding = useAction(async () => {
    const body = { _id: draft._id, text: draft.text.trim() }
    await callApi({ method: 'POST', path: `/desk/cases/${caseId}/note`, body, answer: Done })
    setDraft({ _id: v7(), text: '' })
    setTried(false)
    onAdded()
  })
  const isEmpty = draft.text.trim() === ''
  const add = () => {
    setTried(true)
    if (!isEmpty) void adding.run()
  }
  return (
    <>
      {notes.map(({ _id, by, text, at }) => (
        <div key={_id} className="grid grid-cols-1 gap-1 text-sm">
          <p className="text-muted">
            <bdi>{by}</bdi>
            {' · '}
            <time dateTime={at}>
              {formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
            </time>
          </p>
          <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </div>
      ))}
      {canAdd && (
        <>
          <TextArea
            label={t`Note`}
            hint={t`Staff alone read it.`}
            error={isTried && isEmpty ? t`Write the note.` : undefined}
            maxLength={FACTS_MAX}
            value={draft.text}
            onChange={(event) => setDraft({ _id: v7(), text: event.currentTarget.value })}
          />
          <div role="alert" className="empty:absolute">
            {adding.error !== null && <Notice tone="danger">{errorMessage(adding.error)}</Notice>}
          </div>
          <Button kind="secondary" className="justify-self-start" busy={adding.busy} disabled={isOffline} onClick={add}>
            <Trans>Add note</Trans>
          </Button>
        </>
      )}
    </>
  )
}
