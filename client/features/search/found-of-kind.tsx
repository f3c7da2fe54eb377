import { Plural, useLingui } from '@lingui/react/macro'
import { AssetList } from '@vesper/sync/vesper/api/assets.ts'
import { PerformerList } from '@vesper/sync/vesper/api/performers.ts'
import { FeedList } from '@vesper/sync/vesper/api/posts.ts'
import { SEARCH_TOTAL_MAX } from '@vesper/sync/vesper/api/search.ts'
import type { SearchKind } from '@vesper/sync/vesper/api/search.ts'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { usePagedList } from '../../core/api/use-paged-list.ts'
import { useReadUntilPrepared } from '../../entities/content/use-read-until-prepared.ts'
import type { Preparable } from '../../entities/content/use-read-until-prepared.ts'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { NothingFound } from './found-all.tsx'
import { columnsOf, foundNames } from './kind-names.ts'
import type { SearchSlots } from './search-slots.ts'

/** The answer of a search in one kind, as a list. */
const creators = v.pipe(
  v.object({ creators: PerformerList }),
  v.transform(({ creators: list }) => list),
)
const posts = v.pipe(
  v.object({ posts: FeedList }),
  v.transform(({ posts: list }) => list),
)
const assets = {
  videos: v.pipe(
    v.object({ videos: AssetList }),
    v.transform(({ videos }) => videos),
  ),
  galleries: v.pipe(
    v.object({ galleries: AssetList }),
    v.transform(({ galleries }) => galleries),
  ),
  products: v.pipe(
    v.object({ products: AssetList }),
    v.transform(({ products }) => products),
  ),
}

type Props = { q: string; kind: SearchKind; current: number; slots: SearchSlots; onMore: () => void }

/** Everything of one kind with these words, page by page. */
export function FoundOfKind({ kind, slots, ...props }: Props) {
  if (kind === 'creators') {
    return (
      <Found {...props} kind={kind} answer={creators}>
        {slots.creator}
      </Found>
    )
  }
  if (kind === 'posts') {
    return (
      <Found {...props} kind={kind} answer={posts}>
        {slots.post}
      </Found>
    )
  }
  return (
    <Found key={kind} {...props} kind={kind} answer={assets[kind]}>
      {slots.asset}
    </Found>
  )
}

type FoundProps<Item> = Omit<Props, 'slots'> & {
  answer: v.GenericSchema<unknown, { data: Item[]; total: number }>
  children: (item: Item) => ReactNode
}

function Found<Item extends Preparable & { _id: string }>({
  q,
  kind,
  current,
  answer,
  onMore,
  children,
}: FoundProps<Item>) {
  const { t, i18n } = useLingui()
  const list = usePagedList({
    ...{ path: '/search', answer, query: { q, in: kind }, search: { current }, pageSize: 24 },
    // Parts of a word, typed on the way to it, would push other lists out of the device's store.
    isKept: false,
  })
  const { items, total } = list
  useReadUntilPrepared(items ?? [], list.reload)
  return (
    <div aria-busy={list.isLoading} className="grid grid-cols-1 gap-4">
      {/* The cards stand one level below, as they do in the list of all kinds. */}
      <h2 className="sr-only">{i18n._(foundNames[kind])}</h2>
      <p role="status" className="text-sm text-muted empty:hidden">
        {items && total < SEARCH_TOTAL_MAX && <Plural value={total} one="# result" other="# results" />}
        {items && total >= SEARCH_TOTAL_MAX && t`More than ${total} results`}
      </p>
      <PagedList
        list={list}
        label={i18n._(foundNames[kind])}
        failedTitle={t`The search did not work`}
        className={columnsOf[kind]}
        itemClassName="flex *:min-w-0 *:flex-1"
        skeleton={<Skeleton className="h-66 rounded-card" />}
        empty={<NothingFound q={q} />}
        onMore={onMore}
      >
        {children}
      </PagedList>
    </div>
  )
}
