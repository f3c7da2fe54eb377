import { Trans, useLingui } from '@lingui/react/macro'
import { CaseList } from '@vesper/sync/vesper/api/cases.ts'
import { reportTargets } from '@vesper/sync/vesper/api/reports.ts'
import { useState } from 'react'
import { useAskAgain } from '../../../core/api/use-ask-again.ts'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { RecentBulks } from '../bulk/recent-bulks.tsx'
import { DeskList } from '../desk-list.tsx'
import { useSelection } from '../use-selection.ts'
import { CaseTable } from './case-table.tsx'
import { TransparencyDialog } from './transparency-dialog.tsx'
import { useCaseWords } from './use-case-words.ts'

/** A claim of somebody else shows this soon. */
const ASK_AGAIN_MS = 15_000

type Filter = { state: string; kind: string; priority: string }

/** The cases that wait for a decision, the most urgent first. */
export function CasesPage({ canDecide }: { canDecide: boolean }) {
  const { t } = useLingui()
  const [isReporting, setReporting] = useState(false)
  const [filter, setFilter] = useState<Filter>({ state: 'open', kind: '', priority: '' })
  const [current, setCurrent] = useState(1)
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const list = usePagedList({
    ...{ path: '/desk/cases', answer: CaseList, isKept: false, query },
    search: { current },
  })
  const mayTick = canDecide && filter.state !== 'closed'
  useAskAgain(true, list.reload, ASK_AGAIN_MS)
  const { selection, chosen, clear } = useSelection(list.items)
  const change = (changes: Partial<Filter>) => {
    setCurrent(1)
    clear()
    setFilter({ ...filter, ...changes })
  }
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader
        title={t`Cases`}
        actions={
          canDecide && (
            <Button kind="quiet" onClick={() => setReporting(true)}>
              <Trans>Transparency report</Trans>
            </Button>
          )
        }
      />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {canDecide && <RecentBulks onUndone={() => void list.reload()} />}
        <Filters filter={filter} onChange={change} />
        <DeskList
          list={list}
          failedTitle={t`The cases could not be loaded`}
          empty={filter.state === 'open' && <Trans>No case waits for a decision.</Trans>}
          onMore={() => setCurrent(current + 1)}
        >
          {(items) => <CaseTable cases={items} selection={mayTick ? selection : undefined} />}
        </DeskList>
        {mayTick && (
          <BulkBar
            subjects={{ caseIds: chosen.map(({ _id }) => _id), things: [] }}
            actions={['none', 'warn', 'hide']}
            onClear={clear}
            onRun={() => void list.reload()}
          />
        )}
      </div>
      {isReporting && <TransparencyDialog onClose={() => setReporting(false)} />}
    </main>
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (changes: Partial<Filter>) => void }) {
  const { t } = useLingui()
  const { things } = useDecisionWords()
  const { priorities } = useCaseWords()
  return (
    <div className="grid grid-cols-1 gap-2 sm:grid-cols-3">
      <SelectField
        label={t`Show`}
        value={filter.state}
        onChange={(event) => onChange({ state: event.currentTarget.value })}
      >
        <option value="open">{t`Not closed`}</option>
        <option value="appealed">{t`Appealed`}</option>
        <option value="closed">{t`Closed`}</option>
      </SelectField>
      <SelectField
        label={t`Kind`}
        value={filter.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      >
        <option value="">{t`All kinds`}</option>
        {reportTargets.map((kind) => (
          <option key={kind} value={kind}>
            {things[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Priority`}
        value={filter.priority}
        onChange={(event) => onChange({ priority: event.currentTarget.value })}
      >
        <option value="">{t`All priorities`}</option>
        {priorities.map((name, priority) => (
          <option key={name} value={priority}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
