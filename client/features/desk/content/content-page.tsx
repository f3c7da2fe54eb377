import { Trans, useLingui } from '@lingui/react/macro'
import { CONTENT_SEARCHED, contentKinds, contentStates, ContentList } from '@vesper/sync/vesper/api/desk-content.ts'
import type { ContentRow } from '@vesper/sync/vesper/api/desk-content.ts'
import { useState } from 'react'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { useDecisionWords } from '../../../entities/decisions/use-decision-words.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { showToast } from '../../../ui/overlay/toast.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { RecentBulks } from '../bulk/recent-bulks.tsx'
import { DecideDialog } from '../cases/decide-dialog.tsx'
import { DeskList } from '../desk-list.tsx'
import { useSelection } from '../use-selection.ts'
import { ContentTable } from './content-table.tsx'
import { useContentStates } from './use-content-states.ts'

type Filter = { kind: string; state: string; q: string }

/** The things that people publish, hidden and removed ones too. `mayDecide`: the account may decide on them. */
export function ContentPage({ mayDecide }: { mayDecide: boolean }) {
  const { t } = useLingui()
  const [filter, setFilter] = useState<Filter>({ kind: 'feed', state: '', q: '' })
  const [current, setCurrent] = useState(1)
  const [decided, setDecided] = useState<ContentRow | null>(null)
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  const list = usePagedList({
    ...{ path: '/desk/content', answer: ContentList, isKept: false, query },
    search: { current },
  })
  const { selection, chosen, clear } = useSelection(list.items)
  const change = (changes: Partial<Filter>) => {
    setCurrent(1)
    clear()
    setFilter({ ...filter, ...changes })
  }
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Content`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {mayDecide && <RecentBulks onUndone={() => void list.reload()} />}
        <Filters filter={filter} onChange={change} />
        <DeskList
          list={list}
          failedTitle={t`The things could not be loaded`}
          empty={null}
          onMore={() => setCurrent(current + 1)}
        >
          {(items) => (
            <ContentTable
              rows={items}
              onDecide={mayDecide ? setDecided : null}
              selection={mayDecide ? selection : undefined}
            />
          )}
        </DeskList>
        {mayDecide && (
          <BulkBar
            subjects={{ caseIds: [], things: chosen.map(({ _id: id, objectType: type }) => ({ type, id })) }}
            actions={['hide', 'warn']}
            onClear={clear}
            onRun={() => void list.reload()}
          />
        )}
      </div>
      {decided && (
        <DecideDialog
          subject={{ type: decided.objectType, id: decided._id, version: decided.version }}
          about={decided}
          onLookAgain={() => {
            setDecided(null)
            void list.reload()
          }}
          onClose={() => setDecided(null)}
          onDecided={() => {
            setDecided(null)
            void showToast('success', t`Decided`)
            void list.reload()
          }}
        />
      )}
    </main>
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (changes: Partial<Filter>) => void }) {
  const { t } = useLingui()
  const { things } = useDecisionWords()
  const states = useContentStates()
  const [typed, setTyped] = useState(filter.q)
  return (
    <form
      role="search"
      className="grid grid-cols-1 items-start gap-2 sm:grid-cols-[1fr_1fr_2fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ q: typed.trim() })
      }}
    >
      <SelectField
        label={t`Kind`}
        value={filter.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
      >
        {contentKinds.map((kind) => (
          <option key={kind} value={kind}>
            {things[kind]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Status`}
        value={filter.state}
        onChange={(event) => onChange({ state: event.currentTarget.value })}
      >
        <option value="">{t`All states`}</option>
        {contentStates.map((state) => (
          <option key={state} value={state}>
            {states[state]}
          </option>
        ))}
      </SelectField>
      <TextField
        type="search"
        label={t`Words, or @username`}
        hint={t`Words are looked for in the newest ${CONTENT_SEARCHED} things.`}
        autoCapitalize="none"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" kind="secondary" className="sm:mt-6.5">
        <Trans>Search</Trans>
      </Button>
    </form>
  )
}
