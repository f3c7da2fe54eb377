import { Trans, useLingui } from '@lingui/react/macro'
import { APPEAL_MAX } from '@vesper/sync/vesper/api/cases.ts'
import type { CaseDecision } from '@vesper/sync/vesper/api/cases.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage, translated } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SelectField, TextArea } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { DueTime } from './due-time.tsx'
import { useCaseWords } from './use-case-words.ts'

type Appeal = NonNullable<CaseDecision['appeal']>

type Props = { appeal: Appeal; canAnswer: boolean; onAnswered: () => void }

/** An appeal against a decision, with its answer or the form for it. */
export function AppealAnswer({ appeal, canAnswer, onAnswered }: Props) {
  const { appeals, sides } = useCaseWords()
  return (
    <div className="grid grid-cols-1 gap-2 rounded-card bg-raised p-4 text-sm">
      <p>
        <span className="font-semibold">
          <Trans>Appeal</Trans>
        </span>
        {' · '}
        {sides[appeal.side]}
        {' · '}
        <bdi>{appeal.by}</bdi>
        {' · '}
        {appeals[appeal.state]}
      </p>
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
        {appeal.text}
      </p>
      {appeal.answer !== null && (
        <>
          <p className="text-muted">
            <Trans>The answer</Trans>
          </p>
          <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
            {appeal.answer}
          </p>
        </>
      )}
      {appeal.state === 'open' && (
        <>
          <p>
            <Trans>
              Due <DueTime at={appeal.dueAt} />
            </Trans>
          </p>
          {canAnswer &&
            (appeal.whyNot === null ? (
              <AnswerForm key={appeal._id} appealId={appeal._id} onAnswered={onAnswered} />
            ) : (
              <Notice>{translated(appeal.whyNot)}</Notice>
            ))}
        </>
      )}
    </div>
  )
}

function AnswerForm({ appealId, onAnswered }: { appealId: string; onAnswered: () => void }) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [draft, setDraft] = useState(() => ({ _id: v7(), outcome: '', answer: '' }))
  const [isTried, setTried] = useState(false)
  const edit = (change: { outcome?: string; answer?: string }) => setDraft({ ...draft, ...change, _id: v7() })
  const sending = useAction(async () => {
    const body = { ...draft, answer: draft.answer.trim() }
    await callApi({ method: 'POST', path: `/desk/appeals/${appealId}/decide`, body, answer: Done })
    onAnswered()
  })
  const isEmpty = draft.answer.trim() === ''
  const send = () => {
    setTried(true)
    if (!isEmpty && draft.outcome !== '') void sending.run()
  }
  return (
    <>
      <SelectField
        label={t`Outcome`}
        value={draft.outcome}
        error={isTried && draft.outcome === '' ? t`Choose an outcome.` : undefined}
        onChange={(event) => edit({ outcome: event.currentTarget.value })}
      >
        <option value="">{t`Choose…`}</option>
        <option value="upheld">{t`The decision stays`}</option>
        <option value="reversed">{t`Reverse the decision`}</option>
      </SelectField>
      <TextArea
        label={t`Answer`}
        error={isTried && isEmpty ? t`Answer in words.` : undefined}
        maxLength={APPEAL_MAX}
        value={draft.answer}
        onChange={(event) => edit({ answer: event.currentTarget.value })}
      />
      <div role="alert" className="empty:absolute">
        {sending.error !== null && <Notice tone="danger">{errorMessage(sending.error)}</Notice>}
      </div>
      <Button className="justify-self-start" busy={sending.busy} disabled={isOffline} onClick={send}>
        <Trans>Send answer</Trans>
      </Button>
    </>
  )
}
