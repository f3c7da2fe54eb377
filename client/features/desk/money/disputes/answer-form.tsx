import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ANSWER_MAX } from '@vesper/sync/vesper/api/desk-disputes.ts'
import type { DeskDisputeDetail, EvidencePart } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { v7 } from 'uuid'
import { callApi } from '../../../../core/api/api.ts'
import { errorMessage } from '../../../../core/api/error-message.ts'
import { $offline } from '../../../../core/connection/model.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Checkbox } from '../../../../ui/form/checkbox.tsx'
import { FormAlert } from '../../../../ui/form/form-alert.tsx'
import { TextArea } from '../../../../ui/form/text-field.tsx'
import { useAction } from '../../../../ui/form/use-action.ts'
import { showToast } from '../../../../ui/overlay/toast.ts'
import { formatMoney } from '../../../../ui/text/format-money.ts'
import { CaseSection } from '../../cases/case-section.tsx'
import { ReasonDialog } from '../../reason-dialog.tsx'
import { useDeskWords } from '../../use-desk-words.ts'
import { isStale } from '../../use-stale.ts'
import { EvidenceText } from './evidence-text.tsx'
import { useDisputeWords } from './use-dispute-words.ts'

type Draft = NonNullable<DeskDisputeDetail['draft']>
type Props = {
  dispute: DeskDisputeDetail
  draft: Draft
  onStale: (refusal: Refusal) => void
  onDecided: () => void
}

/** The answer to a dispute: words over the draft, and the records that go with them. The words stay until they are sent. */
export function AnswerForm({ dispute, draft, onStale, onDecided }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const words = useDeskWords(`dispute:${dispute._id}`)
  const [isTyped, setTyped] = useState(false)
  const [leftOut, setLeftOut] = useState<readonly EvidencePart[]>([])
  const [isTried, setTried] = useState(false)
  const [isAccepting, setAccepting] = useState(false)
  const text = isTyped || words.text !== '' ? words.text : draft.text
  const isEmpty = text.trim() === ''
  const parts = draft.parts.map(({ part }) => part).filter((part) => !leftOut.includes(part))
  const send = useAction(async () => {
    const body = { _id: words.id, version: dispute.version, text: text.trim(), parts }
    try {
      await callApi({ method: 'POST', path: `/desk/disputes/${dispute._id}/answer`, body, answer: Done })
    } catch (error) {
      if (!isStale(error)) throw error
      return onStale(error)
    }
    words.sent()
    void showToast('success', t`The answer is on its way to the bank.`)
    onDecided()
  })
  const press = () => {
    setTried(true)
    if (!isEmpty) void send.run()
  }
  return (
    <CaseSection title={t`Answer`}>
      <TextArea
        label={t`Words for the bank`}
        hint={isOffline ? t`The desk needs a connection` : t`Write in English. The bank takes one answer.`}
        error={isTried && isEmpty ? t`Write the answer.` : undefined}
        rows={6}
        maxLength={ANSWER_MAX}
        value={text}
        onChange={(event) => {
          setTyped(true)
          words.type(event.currentTarget.value)
        }}
      />
      <PartChoice
        draft={draft}
        chosen={parts}
        onChoose={(part, isChosen) => setLeftOut(isChosen ? leftOut.filter((one) => one !== part) : [...leftOut, part])}
      />
      <FormAlert text={send.error === null ? null : errorMessage(send.error)} />
      <div className="flex flex-wrap gap-2">
        <Button busy={send.busy} disabled={isOffline} onClick={press}>
          <Trans>Send answer</Trans>
        </Button>
        {!dispute.isInquiry && (
          <Button kind="secondary" disabled={isOffline || send.busy} onClick={() => setAccepting(true)}>
            <Trans>Accept dispute</Trans>
          </Button>
        )}
      </div>
      {isAccepting && (
        <AcceptDialog
          dispute={dispute}
          onClose={() => setAccepting(false)}
          onStale={(refusal) => {
            setAccepting(false)
            onStale(refusal)
          }}
          onDone={() => {
            setAccepting(false)
            onDecided()
          }}
        />
      )}
    </CaseSection>
  )
}

type ChoiceProps = {
  draft: Draft
  chosen: readonly EvidencePart[]
  onChoose: (part: EvidencePart, isChosen: boolean) => void
}

function PartChoice({ draft, chosen, onChoose }: ChoiceProps) {
  const words = useDisputeWords()
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="text-sm font-semibold">
        <Trans>Records to send</Trans>
      </legend>
      {draft.parts.map(({ part, text }) => (
        <div key={part} className="grid grid-cols-1">
          <Checkbox
            label={words.parts[part]}
            checked={chosen.includes(part)}
            onChange={(event) => onChoose(part, event.currentTarget.checked)}
          />
          <div className="ps-9">
            <EvidenceText text={text} />
          </div>
        </div>
      ))}
    </fieldset>
  )
}

type AcceptProps = {
  dispute: DeskDisputeDetail
  onDone: () => void
  onStale: (refusal: Refusal) => void
  onClose: () => void
}

function AcceptDialog({ dispute, onDone, ...dialog }: AcceptProps) {
  const { t, i18n } = useLingui()
  const [_id] = useState(() => v7())
  const amount = formatMoney(dispute.amount, dispute.currency, i18n.locale)
  const send = async (reason: string) => {
    const body = { _id, version: dispute.version, reason }
    await callApi({ method: 'POST', path: `/desk/disputes/${dispute._id}/accept`, body, answer: Done })
    void showToast('success', t`The dispute is accepted.`)
    onDone()
  }
  return (
    <ReasonDialog
      title={t`Accept dispute?`}
      yes={t`Accept dispute`}
      tone="danger"
      about={`dispute-accept:${dispute._id}`}
      onSend={send}
      {...dialog}
    >
      <p className="text-base">
        <Trans>The cardholder keeps {amount}. This cannot be taken back, and no answer is sent.</Trans>
      </p>
    </ReasonDialog>
  )
}
