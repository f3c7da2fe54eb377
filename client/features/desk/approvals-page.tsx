import { Trans, useLingui } from '@lingui/react/macro'
import { ApprovalList, approvalStates } from '@vesper/sync/vesper/api/staff.ts'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { SelectField } from '../../ui/form/text-field.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useApprovalWords } from './use-approval-words.ts'
import { useStale } from './use-stale.ts'

type State = (typeof approvalStates)[number]

/** The requests that wait for a second person, and the outcome of the others. */
export function ApprovalsPage() {
  const { t } = useLingui()
  const { states } = useApprovalWords()
  const [state, setState] = useState<State>('waiting')
  const [current, setCurrent] = useState(1)
  const list = usePagedList({
    ...{ path: '/desk/approvals', answer: ApprovalList, isKept: false },
    ...{ query: { state }, search: { current } },
  })
  const stale = useStale(list.reload)
  const decided = () => {
    stale.settle()
    void list.reload()
  }
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={t`Approvals`} subtitle={t`A second person consents to what moves money or gives power`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <SelectField
          label={t`Show`}
          value={state}
          onChange={({ currentTarget: { value } }) => {
            setCurrent(1)
            setState(approvalStates.find((one) => one === value) ?? 'waiting')
          }}
        >
          {approvalStates.map((one) => (
            <option key={one} value={one}>
              {states[one]}
            </option>
          ))}
        </SelectField>
        <StaleNotice refusal={stale.refusal} />
        <PagedList
          list={list}
          label={t`Approvals`}
          failedTitle={t`The requests could not be loaded`}
          className="grid grid-cols-1 gap-3"
          skeleton={<Skeleton className="h-40 rounded-card" />}
          empty={
            <EmptyState icon={<ClipboardCheck />} title={t`Nothing here`}>
              {state === 'waiting' && <Trans>No request waits for a second person.</Trans>}
            </EmptyState>
          }
          onMore={() => setCurrent(current + 1)}
        >
          {(approval) => <ApprovalCard approval={approval} onDecided={decided} onStale={stale.onStale} />}
        </PagedList>
      </div>
    </main>
  )
}
