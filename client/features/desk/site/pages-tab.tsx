import { Trans, useLingui } from '@lingui/react/macro'
import { DeskPageList } from '@vesper/sync/vesper/api/desk-pages.ts'
import type { DeskPageHead } from '@vesper/sync/vesper/api/desk-pages.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { languages } from '../../../core/preferences/languages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { DeskTable } from '../desk-table.tsx'
import { DeskTime } from '../desk-time.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { NewPageForm, PageEditor } from './page-editor.tsx'

type Chosen = Pick<DeskPageHead, 'slug' | 'locale'> | 'new'

/** The pages of the site in all languages, or the one that is edited. */
export function PagesTab() {
  const { t } = useLingui()
  const [chosen, choose] = useState<Chosen | null>(null)
  const { data, error, mutate } = useDeskAnswer('/desk/pages', DeskPageList)
  const close = () => {
    choose(null)
    void mutate()
  }
  if (chosen === 'new') return <NewPageForm onClose={close} />
  if (chosen !== null) return <PageEditor key={`${chosen.slug}.${chosen.locale}`} name={chosen} onClose={close} />
  if (data) return <PageTable pages={data.data} onChoose={choose} />
  if (error === undefined) return <Skeleton className="h-64 rounded-card" />
  return (
    <ErrorState title={t`The pages could not be loaded`} message={errorMessage(error)} onRetry={() => void mutate()} />
  )
}

type TableProps = { pages: readonly DeskPageHead[]; onChoose: (page: Chosen) => void }

function PageTable({ pages, onChoose }: TableProps) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const standings = { 'built-in': t`Built-in text`, published: t`Published`, draft: t`Draft` }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button className="justify-self-start" disabled={isOffline} onClick={() => onChoose('new')}>
        <Trans>New page</Trans>
      </Button>
      <DeskTable
        label={t`Pages`}
        columns={[t`Page`, t`Language`, t`Status`, t`Changed`, t`Action`]}
        rows={pages.map(({ _id, slug, locale, title, standing, hasDraft, updatedAt }) => {
          const language = languages[locale].name
          return {
            id: _id,
            cells: [
              <bdi key="title" lang={locale}>
                {title}
              </bdi>,
              language,
              hasDraft && standing !== 'draft' ? `${standings[standing]} · ${standings.draft}` : standings[standing],
              <DeskTime key="time" at={updatedAt} />,
              <Button
                key="edit"
                kind="secondary"
                disabled={isOffline}
                aria-label={t`Edit ${title} (${language})`}
                onClick={() => onChoose({ slug, locale })}
              >
                <Trans>Edit</Trans>
              </Button>,
            ],
          }
        })}
      />
    </div>
  )
}
