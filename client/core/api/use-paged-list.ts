import { LIST_TOTAL_MAX } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useCallback, useMemo, useRef } from 'react'
import useSWR from 'swr'
import type * as v from 'valibot'
import type { Pages } from '../../ui/list/paged-list.tsx'
import { $user } from '../session/model.ts'
import { callApi } from './api.ts'
import { errorMessage } from './error-message.ts'
import type { ListSearch } from './list-search.ts'
import { askOrKept, keptAnswer, listTiming, useKeptAt, VISITOR } from './use-cached-query.ts'
import type { Query } from './use-cached-query.ts'
import { useReadWhenBack } from './use-read-when-back.ts'

/** `next`: the place from which the list goes on, null at its end; a list that is read by numbers of pages has none. */
type Page<Item> = { data: Item[]; total: number; next?: string | null | undefined }

/**
 * Pages from the first one on. `failure` is why the page after them is missing, where it was asked for. `isOld`: the
 * server could not be asked for one of them.
 */
type Read<Item> = { pages: Page<Item>[]; failure?: unknown; isOld?: boolean }

type Options<Item> = {
  path: string
  answer: v.GenericSchema<unknown, Page<Item>>
  query?: Query
  /** How the list is paged and ordered, as in the address query. `current` Infinity reads the whole list. */
  search?: ListSearch
  /** The size of a page where `search` has none. */
  pageSize?: number
  /** False where an old list is of no use: a failed read is told then. */
  isKept?: boolean
  /** False while nobody wants the list: it has no items then. */
  isAsked?: boolean
}

export type PagedAnswer<Item> = Pages<Item> & {
  /** Why the latest read failed. The items are older then. */
  error: unknown
  /** The server could not be asked for all of the items: they are what the device kept. */
  isOld: boolean
  /** Without a connection: when the first page was kept (milliseconds). */
  keptAt: number | null
  /** Reads all pages again. */
  reload: () => Promise<unknown>
}

/**
 * Reads the pages of a list from the first to `search.current`, one after another. Each page is kept on the device, and shown
 * from there until the server answers, or while it cannot be reached, unless `isKept` is false. A read without a connection
 * is made again when the line is back. Pages that are there stay while the next one loads, and when it fails. An item that
 * moves to another page meanwhile stands in the list once.
 */
export function usePagedList<Item extends { _id: string }>(options: Options<Item>): PagedAnswer<Item> {
  const { path, answer, isKept = true, isAsked = true, search: { current = 1, sortBy, sort, ...asked } = {} } = options
  const account = useUnit($user)?._id ?? VISITOR
  const pageSize = asked.pageSize ?? options.pageSize ?? 25
  const query = { ...options.query, pageSize, ...(sortBy && { sortBy }), ...(sort && { sort }) }
  const queryOf = (page: number) => ({ ...query, current: page })
  const list = JSON.stringify([account, path, query])
  const latest = useRef<{ list: string; pages: Page<Item>[]; isOld: boolean }>({ list, pages: [], isOld: false })
  const isMissing = (pages: Page<Item>[]) => pages.length < current && hasMore(pages, query.pageSize)
  const pagesSoFar = () => (latest.current.list === list ? latest.current.pages : [])

  const ask = async (page: number, next: string | null | undefined) => {
    const keptAs = queryOf(page)
    const asked = { path, query: { ...keptAs, ...(next != null && { after: next }) } }
    return isKept
      ? askOrKept({ ...asked, keptAs }, answer)
      : { answer: await callApi({ ...asked, answer }), isOld: false }
  }
  const read = async (): Promise<Read<Item>> => {
    // Where one page more is asked for, the others stay. Else all are read again.
    const isMore = isMissing(pagesSoFar())
    const pages = isMore ? [...pagesSoFar()] : []
    let isOld = isMore && latest.current.isOld
    let failure: unknown
    try {
      do {
        const next = await ask(pages.length + 1, pages.at(-1)?.next)
        pages.push(next.answer)
        isOld ||= next.isOld
      } while (isMissing(pages))
    } catch (error) {
      if (pages.length === 0) throw error
      failure = error
    }
    latest.current = { list, pages, isOld }
    return { pages, failure, isOld }
  }

  const held = pagesSoFar()
  const keptPages = useMemo(() => {
    const [of, at, asking] = JSON.parse(list) as [string, string, Query]
    return isKept && isAsked
      ? pagesUpTo(current, (page) => keptAnswer(of, { path: at, query: { ...asking, current: page } }, answer))
      : []
  }, [list, current, isKept, isAsked, answer])
  const fallback = held.length > 0 ? held : keptPages
  const {
    data,
    error: readError,
    isValidating,
    mutate,
  } = useSWR<Read<Item>, unknown>(isAsked ? [list, current] : null, read, {
    ...listTiming,
    ...(fallback.length > 0 ? { fallbackData: { pages: fallback } } : {}),
  })
  const keptAt = useKeptAt(path, queryOf(1))
  const retry = useCallback(() => void mutate(), [mutate])
  const pages = data?.pages ?? []
  const error = readError ?? data?.failure
  const isWaited = pages.length === 0 || isMissing(pages)
  const isOld = data?.isOld === true
  useReadWhenBack({
    ...{ key: [list, current], error, isOld },
    read: () => {
      if (isOld) latest.current = { list, pages: [], isOld: false }
      retry()
    },
  })
  return {
    items: pages.length > 0 ? uniqueItems(pages) : undefined,
    total: pages.at(-1)?.total ?? 0,
    hasMore: hasMore(pages, query.pageSize),
    isLoading: isWaited && isValidating,
    failure: isWaited && !isValidating && error !== undefined ? errorMessage(error) : null,
    error,
    isOld,
    keptAt,
    retry,
    reload: mutate,
  }
}

function hasMore<Item>(pages: Page<Item>[], pageSize: number): boolean {
  const last = pages.at(-1)
  if (last === undefined || last.data.length === 0) return false
  // A place tells where the list goes on: items that are deleted meanwhile make the total smaller than what was read.
  if (last.next !== undefined) return last.next !== null
  // A total at its bound does not tell where the list ends: a page that is not full does.
  if (last.total >= LIST_TOTAL_MAX) return last.data.length >= pageSize
  return pages.length * pageSize < last.total
}

/** The pages up to the first that is missing. */
function pagesUpTo<Item>(current: number, read: (page: number) => Page<Item> | null): Page<Item>[] {
  const pages: Page<Item>[] = []
  while (pages.length < current) {
    const page = read(pages.length + 1)
    if (!page) break
    pages.push(page)
  }
  return pages
}

function uniqueItems<Item extends { _id: string }>(pages: Page<Item>[]): Item[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((item) => [item._id, item])).values()]
}
