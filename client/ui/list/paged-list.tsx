import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Notice } from '../form/notice.tsx'
import { ErrorState } from './error-state.tsx'

/** A list that is read page by page. */
export type Pages<Item> = {
  /** The items of all pages so far; undefined until the first page is there. */
  items: readonly Item[] | undefined
  /** The length of the whole list. */
  total: number
  hasMore: boolean
  /** A page that was asked for is on its way. */
  isLoading: boolean
  /** Why a page that was asked for is not there, in the words of the user. */
  failure: string | null
  retry: () => void
}

type Props<Item> = {
  list: Pages<Item>
  /** Names the list for screen readers. */
  label: string
  /** Says that the list could not be loaded. */
  failedTitle: string
  skeleton: ReactNode
  /** Stands for a list without items. */
  empty: ReactNode
  /** Stands for a list that is not there without a connection, in place of the failure. */
  offline?: ReactNode
  /** Asks for one more page. */
  onMore: () => void
  className?: string
  itemClassName?: string
  children: (item: Item) => ReactNode
}

/** A list with its states: loading, failed, empty, offline, and more to show. Items that are there stay in each of them. */
export function PagedList<Item extends { _id: string }>({ list, label, ...props }: Props<Item>) {
  const { items, failure, retry } = list
  if (!items) {
    if (props.offline) return props.offline
    return failure === null ? (
      props.skeleton
    ) : (
      <ErrorState title={props.failedTitle} message={failure} onRetry={retry} />
    )
  }
  if (items.length === 0) return props.empty
  return (
    <>
      <ul role="list" aria-label={label} className={props.className ?? 'grid gap-1'}>
        {items.map((item) => (
          <li key={item._id} data-place={item._id} className={props.itemClassName}>
            {props.children(item)}
          </li>
        ))}
      </ul>
      {list.hasMore && <More list={list} onMore={props.onMore} />}
    </>
  )
}

function More<Item>({ list: { isLoading, failure, retry }, onMore }: Pick<Props<Item>, 'list' | 'onMore'>) {
  return (
    <>
      {/* There before the text, so that it is read out. */}
      <div role="alert" className="empty:absolute">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
      </div>
      <Button
        kind="secondary"
        className="justify-self-center"
        busy={isLoading}
        onClick={failure === null ? onMore : retry}
      >
        {failure === null ? <Trans>Show more</Trans> : <Trans>Try again</Trans>}
      </Button>
    </>
  )
}
