import { Trans, useLingui } from '@lingui/react/macro'
import type { ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Card } from '../../ui/list/card.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { counts } from './figure-search.ts'
import type { FigureSort } from './figure-search.ts'
import { useFigureWords } from './use-figure-words.ts'

type Props = {
  items: readonly ThingFigures[]
  sortBy: FigureSort
  sort: 'asc' | 'desc'
  onSort: (sortBy: FigureSort) => void
  onOpen: (figures: ThingFigures) => void
}

const columns = ['publishedAt', ...counts] as const

/** The figures as a table, and as cards of the same name on a phone. */
export function FigureTable({ items, onOpen, ...sorting }: Props) {
  const { t } = useLingui()
  const { count, share } = useFigureWords()
  return (
    <>
      <div className="hidden overflow-x-auto rounded-card border border-line bg-surface sm:block">
        <table aria-label={t`Figures by post`} className="w-full text-sm tabular-nums">
          <Head {...sorting} />
          <tbody>
            {items.map((item) => (
              <tr key={item._id} className="border-t border-line">
                <th scope="row" className="max-w-56 text-start font-normal">
                  <Opener item={item} onOpen={onOpen} />
                </th>
                <td className="px-2 whitespace-nowrap text-muted">
                  <Day at={item.publishedAt} />
                </td>
                {counts.map((column) => (
                  <td key={column} className="px-2 text-end">
                    {count(item[column])}
                  </td>
                ))}
                <td className="px-3 text-end">{share(item.conversion)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul role="list" aria-label={t`Figures by post`} className="grid gap-3 sm:hidden">
        {items.map((item) => (
          <li key={item._id}>
            <FigureCard item={item} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Head({ sortBy, sort, onSort }: Pick<Props, 'sortBy' | 'sort' | 'onSort'>) {
  const words = useFigureWords()
  const Arrow = sort === 'asc' ? ArrowUp : ArrowDown
  return (
    <thead>
      <tr>
        <th scope="col" className="px-3 text-start">
          <Trans>Title</Trans>
        </th>
        {columns.map((column) => (
          <th
            key={column}
            scope="col"
            aria-sort={sortBy !== column ? 'none' : sort === 'asc' ? 'ascending' : 'descending'}
            className={column === 'publishedAt' ? 'text-start' : 'text-end'}
          >
            <button
              type="button"
              onClick={() => onSort(column)}
              className="inline-flex min-h-target items-center gap-1 px-2 font-semibold whitespace-nowrap hover:text-accent-ink"
            >
              {words.columns[column]}
              {sortBy === column && <Arrow className="size-4" aria-hidden="true" />}
            </button>
          </th>
        ))}
        <th scope="col" className="px-3 text-end">
          <Trans>Conversion</Trans>
        </th>
      </tr>
    </thead>
  )
}

function FigureCard({ item, onOpen }: { item: ThingFigures; onOpen: Props['onOpen'] }) {
  const words = useFigureWords()
  return (
    <Card className="grid gap-2">
      <Opener item={item} onOpen={onOpen} />
      <p className="text-sm text-muted">
        <Day at={item.publishedAt} />
      </p>
      <dl className="grid grid-cols-3 gap-2 text-sm tabular-nums">
        {counts.map((column) => (
          <div key={column}>
            <dt className="text-muted">{words.columns[column]}</dt>
            <dd className="font-semibold">{words.count(item[column])}</dd>
          </div>
        ))}
        <div>
          <dt className="text-muted">
            <Trans>Conversion</Trans>
          </dt>
          <dd className="font-semibold">{words.share(item.conversion)}</dd>
        </div>
      </dl>
    </Card>
  )
}

function Opener({ item, onOpen }: { item: ThingFigures; onOpen: Props['onOpen'] }) {
  return (
    <button
      type="button"
      onClick={() => onOpen(item)}
      className="block min-h-target w-full max-w-full truncate px-3 text-start font-semibold text-accent-ink hover:underline"
    >
      {item.title.trim() === '' ? <Trans>No text yet</Trans> : <bdi>{item.title}</bdi>}
    </button>
  )
}

function Day({ at }: { at: string }) {
  const { i18n } = useLingui()
  return <time dateTime={at}>{formatDate(new Date(at), i18n.locale, { dateStyle: 'medium' })}</time>
}
