import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ThingFigures } from '@vesper/sync/vesper/api/statistics.ts'
import { viewSources } from '@vesper/sync/vesper/api/view-sources.ts'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { counts } from './figure-search.ts'
import { useFigureWords } from './use-figure-words.ts'

type Props = { figures: ThingFigures; name: string; onClose: () => void }

/** The figures of one thing, with the places where it was seen. */
export function FigureDetail({ figures, name, onClose }: Props) {
  const { columns, sources, count, share } = useFigureWords()
  const isSold = figures.access === 'paid' || figures.kind === 'product'
  return (
    <Dialog title={name} onClose={onClose} actions={<EditorLink figures={figures} />}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
        {counts.map((column) => (
          <Figure key={column} name={columns[column]} value={count(figures[column])} />
        ))}
        {isSold && <Figure name={<Trans>Conversion</Trans>} value={share(figures.conversion)} />}
      </dl>
      {isSold && (
        <p className="text-sm text-muted">
          {figures.kind === 'product' ? (
            <Trans>Conversion: orders for each view. Tokens include shipping.</Trans>
          ) : (
            <Trans>Conversion: purchases for each view while it was locked.</Trans>
          )}
        </p>
      )}
      <section className="grid gap-2">
        <h3 className="font-semibold">
          <Trans>Where it was seen</Trans>
        </h3>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 tabular-nums">
          {viewSources.map((source) => (
            <Figure key={source} name={sources[source]} value={count(figures.sources[source] ?? 0)} />
          ))}
        </dl>
      </section>
    </Dialog>
  )
}

function Figure({ name, value }: { name: ReactNode; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-end">{value}</dd>
    </>
  )
}

function EditorLink({ figures: { _id, kind } }: Pick<Props, 'figures'>) {
  const className = buttonClass('secondary')
  const text = <Trans>Edit</Trans>
  switch (kind) {
    case 'feed':
      return (
        <Link to="/creator/studio/posts/$postId" params={{ postId: _id }} className={className}>
          {text}
        </Link>
      )
    case 'gallery':
      return (
        <Link to="/creator/galleries/$galleryId" params={{ galleryId: _id }} className={className}>
          {text}
        </Link>
      )
    case 'video':
      return (
        <Link to="/creator/videos/$videoId" params={{ videoId: _id }} className={className}>
          {text}
        </Link>
      )
    case 'product':
      return (
        <Link to="/creator/products/$productId" params={{ productId: _id }} className={className}>
          {text}
        </Link>
      )
  }
}
