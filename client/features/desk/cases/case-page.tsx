import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { CaseDetail, caseNumberOf, FACTS_MAX } from '@vesper/sync/vesper/api/cases.ts'
import type { Permission } from '@vesper/sync/vesper/api/staff.ts'
import { useCallback } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { useAskAgain } from '../../../core/api/use-ask-again.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { MissingPage } from '../../../core/page/missing-page.tsx'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Badge } from '../../../ui/controls/badge.tsx'
import { MoonGlyph } from '../../../ui/icons/icons.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { DeskNotes } from '../desk-notes.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseAuthor } from './case-author.tsx'
import { CaseDecisions } from './case-decisions.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { CaseReports } from './case-reports.tsx'
import { CaseSection } from './case-section.tsx'
import { DueTime } from './due-time.tsx'
import { useCaseNews } from './use-case-news.ts'
import { useCaseWords } from './use-case-words.ts'

/** Claims show at once over the socket, and this soon where it is cut off. */
const ASK_AGAIN_MS = 60_000

/** A case: the thing as it was reported, its author, the reports, the decisions and the notes. */
export function CasePage({ caseId, permissions }: { caseId: string; permissions: readonly Permission[] }) {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer(`/desk/cases/${caseId}`, CaseDetail)
  const reload = useCallback(() => mutate(), [mutate])
  const look = useCallback(() => void reload().catch(() => undefined), [reload])
  useCaseNews(caseId, look)
  useAskAgain(true, reload, ASK_AGAIN_MS)
  const isMissing = error instanceof Refusal && error.kind === 'not-found'
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <Head detail={data} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {data && !isMissing ? (
          <Parts detail={data} permissions={permissions} onChanged={reload} />
        ) : error === undefined ? (
          <Skeleton className="h-64 rounded-card" />
        ) : isMissing ? (
          <MissingPage icon={<MoonGlyph />} title={t`There is no such case`} />
        ) : (
          <ErrorState
            title={t`The case could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void reload()}
          />
        )}
      </div>
    </main>
  )
}

function Head({ detail }: { detail: CaseDetail | undefined }) {
  const { t } = useLingui()
  const { things } = useDecisionWords()
  const title = detail ? things[detail.objectType] : t`Case`
  const number = detail && caseNumberOf(detail._id)
  return <PageHeader leading={<BackButton />} title={title} subtitle={detail && <Trans>Case {number}</Trans>} />
}

type PartsProps = { detail: CaseDetail; permissions: readonly Permission[]; onChanged: () => Promise<unknown> }

function Parts({ detail, permissions, onChanged }: PartsProps) {
  const { t } = useLingui()
  const { states, sources, priorities } = useCaseWords()
  const { state, priority, dueAt } = detail
  const canDecide = permissions.includes('cases.decide')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        <Badge tone={state === 'appealed' ? 'warning' : 'neutral'}>{states[state]}</Badge>
        <Badge tone={priority < 2 ? 'danger' : 'neutral'}>{priorities[priority] ?? priority}</Badge>
        {detail.sources.map((source) => (
          <Badge key={source}>{sources[source]}</Badge>
        ))}
        {state !== 'closed' && <DueTime at={dueAt} />}
      </div>
      {canDecide && <CaseActions detail={detail} onChanged={onChanged} />}
      <CaseSection title={t`Evidence`}>
        <CaseEvidence evidence={detail.evidence} now={detail.now} />
      </CaseSection>
      <CaseSection title={t`Reports`}>
        <CaseReports reports={detail.reportList} />
      </CaseSection>
      <CaseSection title={t`Author`}>
        <CaseAuthor target={detail.target} author={detail.author} />
      </CaseSection>
      <CaseSection title={t`Decisions`}>
        <CaseDecisions
          decisions={detail.decisions}
          canAnswer={permissions.includes('appeals.decide')}
          onAnswered={() => void onChanged()}
        />
      </CaseSection>
      <CaseSection title={t`Notes`}>
        <DeskNotes
          path={`/desk/cases/${detail._id}/note`}
          notes={detail.notes}
          maxLength={FACTS_MAX}
          canAdd={canDecide}
          onAdded={() => void onChanged()}
        />
      </CaseSection>
    </>
  )
}
