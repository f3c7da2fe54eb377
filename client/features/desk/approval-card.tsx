import { Trans, useLingui } from '@lingui/react/macro'
import type { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import type { ApprovalRecord } from '@vesper/sync/vesper/api/staff.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage, translated } from '../../core/api/error-message.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Card } from '../../ui/list/card.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { formatDate } from '../../ui/text/date-format.ts'
import { FactList } from './fact-list.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useApprovalWords } from './use-approval-words.ts'
import { isStale } from './use-stale.ts'

type Props = { approval: ApprovalRecord; onDecided: () => void; onStale: (refusal: Refusal) => void }

/** A request with its facts, the words of the person who asked, and what one can do about it. */
export function ApprovalCard({ approval, onDecided, onStale }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { kindOf, factsOf } = useApprovalWords()
  const [isRefusing, setRefusing] = useState(false)
  const path = `/desk/approvals/${approval._id}`
  const execute = useAction(async () => {
    try {
      await callApi({ method: 'POST', path: `${path}/execute`, answer: Done })
    } catch (error) {
      // The card may be gone from the list once it was read again.
      if (isStale(error)) return onStale(error)
      throw error
    }
    void showToast('success', t`Done`)
    onDecided()
  })
  const refuse = async (reason: string) => {
    await callApi({ method: 'POST', path: `${path}/refuse`, body: { reason }, answer: Done })
    setRefusing(false)
    onDecided()
  }
  return (
    // Not a landmark: several may be of one kind.
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="font-semibold">{kindOf(approval.kind)}</h2>
      <FactList facts={factsOf(approval.facts)} />
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-line">
        {approval.reason}
      </p>
      <Asked approval={approval} />
      {approval.state === 'waiting' && (
        <>
          {approval.whyNot !== null && <Notice tone="info">{translated(approval.whyNot)}</Notice>}
          <div className="flex flex-wrap gap-2">
            <Button
              disabled={isOffline || approval.whyNot !== null}
              busy={execute.busy}
              onClick={() => void execute.run()}
            >
              <Trans>Execute</Trans>
            </Button>
            <Button kind="secondary" disabled={isOffline} onClick={() => setRefusing(true)}>
              <Trans>Refuse</Trans>
            </Button>
          </div>
        </>
      )}
      <div role="alert" className="empty:absolute">
        {execute.error !== null && <Notice tone="danger">{errorMessage(execute.error)}</Notice>}
      </div>
      {isRefusing && (
        <ReasonDialog
          title={t`Refuse the request?`}
          yes={t`Refuse`}
          tone="danger"
          about={`approval:${approval._id}`}
          onSend={refuse}
          onStale={(refusal) => {
            setRefusing(false)
            onStale(refusal)
          }}
          onClose={() => setRefusing(false)}
        />
      )}
    </Card>
  )
}

function Asked({ approval: { requestedBy, decidedBy, createdAt, state } }: Pick<Props, 'approval'>) {
  const { i18n } = useLingui()
  const { states } = useApprovalWords()
  const asked = formatDate(new Date(createdAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <p className="text-sm text-muted">
      <Trans>
        Asked by <bdi>{requestedBy}</bdi>, {asked}
      </Trans>
      {decidedBy !== null && (
        <>
          <br />
          {states[state]}: <bdi>{decidedBy}</bdi>
        </>
      )}
    </p>
  )
}
