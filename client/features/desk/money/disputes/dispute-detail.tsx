import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskDisputeDetail } from '@vesper/sync/vesper/api/desk-disputes.ts'
import { errorMessage, translated } from '../../../../core/api/error-message.ts'
import { useAskAgain } from '../../../../core/api/use-ask-again.ts'
import { Badge } from '../../../../ui/controls/badge.tsx'
import { Notice } from '../../../../ui/form/notice.tsx'
import { textLinkClass } from '../../../../ui/form/text-link.ts'
import { ErrorState } from '../../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../../ui/list/skeleton.tsx'
import { formatDate } from '../../../../ui/text/date-format.ts'
import { formatMoney } from '../../../../ui/text/format-money.ts'
import { CaseSection } from '../../cases/case-section.tsx'
import { DueTime } from '../../cases/due-time.tsx'
import { FactList } from '../../fact-list.tsx'
import { StaleNotice } from '../../stale-notice.tsx'
import { useDeskAnswer } from '../../use-desk-answer.ts'
import { useStale } from '../../use-stale.ts'
import { AnswerForm } from './answer-form.tsx'
import { DisputeDecisions } from './dispute-decisions.tsx'
import { useDisputeWords } from './use-dispute-words.ts'

/** A decision reaches the bank within seconds. */
const ASK_AGAIN_MS = 5_000

/** A dispute: the payment, the next step, the draft of an answer, and what staff have decided. */
export function DisputeDetail({ disputeId }: { disputeId: string }) {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer(`/desk/disputes/${disputeId}`, DeskDisputeDetail)
  const stale = useStale(() => mutate())
  useAskAgain(data?.decision?.state === 'asked', () => mutate(), ASK_AGAIN_MS)
  const isMissing = error instanceof Refusal && error.kind === 'not-found'
  return (
    <div className="grid grid-cols-1 gap-4">
      <Link to="/desk/money" search={{ tab: 'disputes' }} className={`${textLinkClass} justify-self-start`}>
        <Trans>All disputes</Trans>
      </Link>
      <StaleNotice refusal={stale.refusal} />
      {data && !isMissing ? (
        <Parts
          dispute={data}
          onStale={stale.onStale}
          onDecided={() => {
            stale.settle()
            void mutate()
          }}
        />
      ) : error === undefined ? (
        <Skeleton className="h-64 rounded-card" />
      ) : (
        <ErrorState
          title={isMissing ? t`There is no such dispute` : t`The dispute could not be loaded`}
          message={errorMessage(error)}
          onRetry={() => void mutate()}
        />
      )}
    </div>
  )
}

type PartsProps = { dispute: DeskDisputeDetail; onStale: (refusal: Refusal) => void; onDecided: () => void }

function Parts({ dispute, onStale, onDecided }: PartsProps) {
  const { t } = useLingui()
  const { states, isOver, nextOf } = useDisputeWords()
  const isOpen = dispute.state === 'open'
  const { decision, draft } = dispute
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={isOpen ? 'warning' : 'neutral'}>{states[dispute.state]}</Badge>
        {isOpen && dispute.dueAt !== null && (
          <span>
            <Trans>Answer by:</Trans> <DueTime at={dispute.dueAt} />
          </span>
        )}
      </div>
      <Notice tone={isOpen && isOver(dispute) ? 'danger' : 'info'} role="status">
        {nextOf(dispute)}
      </Notice>
      {isOpen && decision?.state === 'failed' && (
        <Notice tone="danger">
          <Trans>The last decision was not taken.</Trans> {decision.failure !== null && translated(decision.failure)}
        </Notice>
      )}
      <CaseSection title={t`Payment`}>
        <DisputeFacts dispute={dispute} />
      </CaseSection>
      {dispute.isOwn ? (
        <Notice>
          <Trans>This concerns your own account. Another person decides on it.</Trans>
        </Notice>
      ) : (
        draft !== null &&
        !isOver(dispute) && <AnswerForm dispute={dispute} draft={draft} onStale={onStale} onDecided={onDecided} />
      )}
      {dispute.decisions.length > 0 && (
        <CaseSection title={t`Decisions`}>
          <DisputeDecisions decisions={dispute.decisions} />
        </CaseSection>
      )}
    </>
  )
}

function DisputeFacts({ dispute }: { dispute: DeskDisputeDetail }) {
  const { t, i18n } = useLingui()
  const { reasonOf } = useDisputeWords()
  const time = (at: string) => formatDate(new Date(at), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })
  const receipts = dispute.sales.map(({ number }) => number).join(', ')
  const facts = [
    { name: t`Amount`, value: formatMoney(dispute.amount, dispute.currency, i18n.locale) },
    { name: t`Reason`, value: reasonOf(dispute.reason) },
    { name: t`Fan`, value: dispute.fan },
    ...(dispute.creators.length > 0 ? [{ name: t`Creator`, value: dispute.creators.join(', ') }] : []),
    { name: t`Bought`, value: dispute.title },
    ...(dispute.paidAt === null ? [] : [{ name: t`Paid`, value: time(dispute.paidAt) }]),
    { name: t`Disputed`, value: time(dispute.createdAt) },
    ...(dispute.dueAt === null ? [] : [{ name: t`Answer by`, value: time(dispute.dueAt) }]),
    ...(receipts === '' ? [] : [{ name: t`Receipts`, value: receipts }]),
  ]
  return <FactList facts={facts} />
}
