import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { AssetCard as Card } from '@vesper/sync/vesper/records/asset.ts'
import type { ReactNode } from 'react'
import { clockTime } from '../../../core/media/clock-time.ts'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { BoughtBadge } from '../../../entities/content/bought-badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { linkOf } from '../asset-path.ts'
import type { PagedKind } from '../asset-path.ts'
import { Cover, CoverNote } from './cover.tsx'
import { Stock } from './stock.tsx'
import { UnlockAsset } from './unlock-asset.tsx'

type Props = {
  asset: Card & { kind: PagedKind }
  /** False on the page of the creator, who need not be named there. */
  isNamed?: boolean
  /** The level of the heading: 3 where the list has a heading of its own. Default 2. */
  level?: 2 | 3
  /** Stands below, and is no part of the link. */
  action?: ReactNode
}

const shapes: Record<PagedKind, string> = { gallery: 'aspect-4/3', video: 'aspect-video', product: 'aspect-square' }

/** A gallery, a video or a product in a list: it leads to its page. */
export function AssetCard({ asset, isNamed = true, level = 2, action }: Props) {
  const Heading = `h${level}` as const
  const { kind, title, performer } = asset
  return (
    <article className="relative flex w-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card transition-colors duration-150 focus-within:border-control hover:border-control">
      <Cover asset={asset} className={shapes[kind]}>
        <Note asset={asset} />
        {asset.isBought && <BoughtBadge className="absolute start-2 top-2" />}
      </Cover>
      <div className={cx('flex flex-1 flex-col gap-1 p-3', kind === 'product' && 'sm:p-4')}>
        <Heading className="font-semibold">
          <Link
            {...linkOf(kind, asset._id)}
            className="line-clamp-2 outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-ink"
          >
            <bdi>{title || <Trans>Untitled</Trans>}</bdi>
          </Link>
        </Heading>
        {isNamed && (
          <p dir="auto" className="max-w-full truncate self-start text-sm text-muted">
            {performer.name}
          </p>
        )}
        {kind === 'product' && (
          <p className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1 pt-1">
            <TokenPrice value={asset.price} className="font-semibold" />
            <Stock product={asset} />
          </p>
        )}
        {/* Above the link that covers the card. */}
        {action && <div className="relative pt-1">{action}</div>}
        {asset.isLocked && (
          <div className="relative mt-auto pt-1 empty:hidden">
            <UnlockAsset asset={asset} />
          </div>
        )}
      </div>
    </article>
  )
}

function Note({ asset: { kind, photoCount, durationMs } }: { asset: Card }) {
  if (kind === 'gallery' && photoCount !== null) {
    return (
      <CoverNote>
        <Plural value={photoCount} one="# photo" other="# photos" />
      </CoverNote>
    )
  }
  return kind === 'video' && durationMs !== null && <CoverNote>{clockTime(durationMs / 1000)}</CoverNote>
}
