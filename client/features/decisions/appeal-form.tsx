import { Trans, useLingui } from '@lingui/react/macro'
import { APPEAL_MAX } from '@vesper/sync/vesper/api/cases.ts'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useAppeal } from './use-appeal.ts'

type Props = { account: string; decisionId: string; onSent: () => Promise<unknown> }

/** The words by which somebody disagrees with a decision. */
export function AppealForm({ account, decisionId, onSent }: Props) {
  const { t } = useLingui()
  const appeal = useAppeal(account, decisionId, onSent)
  const [isTried, setTried] = useState(false)
  const isEmpty = appeal.text.trim() === ''
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isEmpty && !appeal.busy) appeal.send()
      }}
    >
      <TextArea
        label={t`Why you disagree`}
        error={isTried && isEmpty ? t`Say why you disagree.` : undefined}
        maxLength={APPEAL_MAX}
        readOnly={appeal.busy}
        value={appeal.text}
        onChange={(event) => appeal.edit(event.currentTarget.value)}
      />
      <div role="status" className="empty:absolute">
        {appeal.isWaiting && (
          <Notice tone="warning">
            <Trans>Your appeal is kept on this device. It is sent when you open this page with a connection.</Trans>
          </Notice>
        )}
      </div>
      <div role="alert" className="empty:absolute">
        {appeal.error !== null && <Notice tone="danger">{errorMessage(appeal.error)}</Notice>}
      </div>
      <Button type="submit" className="justify-self-start" busy={appeal.busy}>
        <Trans>Appeal</Trans>
      </Button>
    </form>
  )
}
