import { Trans, useLingui } from '@lingui/react/macro'
import { DeskCategories } from '@vesper/sync/vesper/api/categories.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { categoryWords } from '../../../entities/creators/category-words.ts'
import { wordFor } from '../../../entities/creators/word-for.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { EdgeBar } from '../../../ui/controls/edge-bar.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { CategoryRow } from './category-row.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { useEdited } from './use-edited.ts'
import { useSave } from './use-save.ts'

/** The categories of creators: their names, their order, and those that are hidden or merged. */
export function CategoriesTab() {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer('/desk/categories', DeskCategories)
  if (data) return <CategoriesForm stands={data} reload={() => mutate()} />
  if (error === undefined) return <Skeleton className="h-96 rounded-card" />
  const retry = () => void mutate()
  return <ErrorState title={t`The categories could not be loaded`} message={errorMessage(error)} onRetry={retry} />
}

function CategoriesForm({ stands, reload }: { stands: DeskCategories; reload: () => Promise<unknown> }) {
  const { i18n } = useLingui()
  const isOffline = useUnit($offline)
  const { version, ...values } = stands
  const edited = useEdited('categories', { values, version })
  const { categories } = edited.values
  const wordOf = (code: string) => {
    const word = wordFor(categoryWords, code)
    return word ? i18n._(word) : code
  }
  const save = useSave({
    ...{ reload, onSaved: edited.drop },
    send: () =>
      callApi({ method: 'PUT', path: '/desk/categories', body: { version: edited.version, categories }, answer: Done }),
  })
  const isContested = edited.isContested && !save.busy
  const put = (at: number, to: number) => {
    const moved = categories[at]
    if (moved) edited.type({ categories: categories.toSpliced(at, 1).toSpliced(to, 0, moved) })
  }
  const targets = categories.filter(({ mergedInto }) => mergedInto === null)
  return (
    <div className="grid grid-cols-1 gap-4">
      <ol className="grid grid-cols-1 gap-3">
        {categories.map((category, at) => (
          <CategoryRow
            key={category.code}
            category={category}
            name={wordOf(category.code)}
            targets={targets.map(({ code }) => ({ code, name: wordOf(code) }))}
            isTarget={categories.some(({ mergedInto }) => mergedInto === category.code)}
            onChange={(change) => edited.type({ categories: categories.with(at, { ...category, ...change }) })}
            onUp={at === 0 ? null : () => put(at, at - 1)}
            onDown={at === categories.length - 1 ? null : () => put(at, at + 1)}
          />
        ))}
      </ol>
      {isContested && (
        <ChangedElsewhere onKeepMine={edited.keepMine} onTakeTheirs={edited.drop}>
          {stands.categories.map(({ code, en, ar }) => [wordOf(code), en, ar].filter(Boolean).join(' · ')).join('\n')}
        </ChangedElsewhere>
      )}
      <EditorNotes error={isContested ? null : save.error} isOffline={isOffline} />
      <EdgeBar className="flex justify-end gap-2">
        {edited.isChanged && (
          <Button kind="secondary" disabled={save.busy} onClick={edited.drop}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
        <Button
          busy={save.busy}
          disabled={isOffline || isContested || !edited.isChanged}
          onClick={() => void save.run()}
        >
          <Trans>Save categories</Trans>
        </Button>
      </EdgeBar>
    </div>
  )
}
