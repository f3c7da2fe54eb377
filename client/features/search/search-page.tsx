import { Trans, useLingui } from '@lingui/react/macro'
import { useUnit } from 'effector-react'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { VISITOR } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { BackButton } from '../../core/page/back-button.tsx'
import { SearchBox } from '../../core/search/search-box.tsx'
import { $user } from '../../core/session/model.ts'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { DeviceFound } from './device-found.tsx'
import { FoundAll } from './found-all.tsx'
import { FoundOfKind } from './found-of-kind.tsx'
import { kindNames } from './kind-names.ts'
import { noteSearch } from './note-search.ts'
import { RecentList } from './recent-list.tsx'
import { addRecentWord, clearRecentWords, readRecent, removeRecentWord } from './recent-words.ts'
import { kinds } from './search-address.ts'
import type { SearchAddress } from './search-address.ts'
import type { SearchSlots } from './search-slots.ts'
import { TrendingWords } from './trending-words.tsx'

type Props = { search: SearchAddress; onSearch: (search: SearchAddress) => void; slots: SearchSlots }

/** Finds creators, posts, videos, galleries and products by their words. */
export function SearchPage({ search, onSearch, slots }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const account = useUnit($user)?._id ?? VISITOR
  const [recent, setRecent] = useState(() => readRecent(account))
  const { q = '' } = search
  const remember = (words: string) => setRecent(addRecentWord(account, words))
  const submit = (words: string) => {
    remember(words)
    if (words !== q) onSearch({ ...search, q: words, current: undefined })
  }
  /** Words that led to something are worth being kept, and counted. */
  const noteOpened = (event: MouseEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest('a')) return
    remember(q)
    if (!isOffline) noteSearch(q)
  }
  return (
    <main className="mx-auto flex w-full max-w-4xl flex-1 flex-col">
      <PageHeader title={t`Search`} leading={<BackButton />} />
      <div className="safe-x grid grid-cols-1 gap-5 pt-1 pb-10">
        <SearchBox
          value={q}
          autoFocus={q === ''}
          onChange={(words) => onSearch({ ...search, q: words || undefined, current: undefined })}
          onSubmit={submit}
        />
        {q === '' ? (
          <Beginning
            recent={
              <RecentList
                words={recent}
                onChoose={submit}
                onRemove={(words) => setRecent(removeRecentWord(account, words))}
                onClear={() => setRecent(clearRecentWords(account))}
              />
            }
            isNew={recent.length === 0}
          />
        ) : (
          // The links and buttons inside are for keyboards, too: this only hears of them.
          <div onClickCapture={noteOpened}>
            {isOffline ? <DeviceFound q={q} slots={slots} /> : <Results {...{ search, q, onSearch, slots }} />}
          </div>
        )}
      </div>
    </main>
  )
}

function Beginning({ recent, isNew }: { recent: ReactNode; isNew: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {recent}
      <TrendingWords />
      {isNew && (
        <EmptyState icon={<Search />} title={t`Find creators and their work`}>
          <Trans>Search by a name, a title, a tag or a word of a post.</Trans>
        </EmptyState>
      )}
    </>
  )
}

function Results({ search, q, onSearch, slots }: Props & { q: string }) {
  const { t, i18n } = useLingui()
  const { in: kind, current = 1 } = search
  const show = (next: (typeof kinds)[number] | 'all') =>
    onSearch({ q, in: next === 'all' ? undefined : next, current: undefined })
  return (
    <Tabs
      label={t`Search results`}
      value={kind ?? 'all'}
      onChange={show}
      tabs={[
        { value: 'all' as const, label: t`All`, content: <FoundAll q={q} slots={slots} onKind={show} /> },
        ...kinds.map((each) => ({
          value: each,
          label: i18n._(kindNames[each]),
          content: (
            <FoundOfKind
              key={q}
              {...{ q, kind: each, current, slots }}
              onMore={() => onSearch({ ...search, current: current + 1 })}
            />
          ),
        })),
      ]}
    />
  )
}
