import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Images, Plus, ShoppingBag, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { Picture } from '../../../core/media/picture.tsx'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { DeliveryStateLabel } from '../../../core/sync/delivery-state-label.tsx'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { ListUnavailable } from '../../../core/sync/list-unavailable.tsx'
import { BulkBar, BulkRow } from '../../../entities/bulk/bulk-bar.tsx'
import { useBulk } from '../../../entities/bulk/use-bulk.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import type { PagedKind } from '../asset-path.ts'
import { editLinkOf, newLinkOf } from '../edit-link.ts'
import { AccessWord } from './asset-fields.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useBulkAssets } from './use-bulk-assets.ts'
import { useOwnAssets } from './use-own-assets.ts'
import type { StoredAsset } from './use-own-assets.ts'

const icons = { gallery: <Images />, video: <Video />, product: <ShoppingBag /> }

/** The own galleries, videos or products, in every state. */
export function OwnListPage({ kind, contents }: { kind: PagedKind; contents: Contents }) {
  const { t } = useLingui()
  const stored = useOwnAssets(kind)
  const title = { gallery: t`Galleries`, video: t`Videos`, product: t`Shop` }[kind]
  const isReady = stored !== undefined && (stored.length > 0 || contents !== 'coming')
  const add = (
    <Link {...newLinkOf(kind)} className={buttonClass('primary')}>
      <Plus className="size-5" aria-hidden="true" />
      <NewWord kind={kind} />
    </Link>
  )
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader title={title} actions={isReady && stored.length > 0 && add} />
      <div className="safe-x pt-2 pb-12">
        {!isReady ? (
          <Loading />
        ) : stored.length > 0 ? (
          <List kind={kind} title={title} stored={stored} />
        ) : contents === 'away' ? (
          <ListUnavailable icon={icons[kind]} />
        ) : (
          <None kind={kind} action={add} />
        )}
      </div>
    </main>
  )
}

function List({ kind, title, stored }: { kind: PagedKind; title: string; stored: StoredAsset[] }) {
  const { things, ...deeds } = useBulkAssets(stored)
  const bulk = useBulk(things)
  return (
    <div className="grid gap-3">
      <BulkBar bulk={bulk} {...deeds} />
      <ul role="list" aria-label={title} className="grid gap-3">
        {stored.map((one) => (
          <li key={one.asset._id} data-place={one.asset._id}>
            <BulkRow bulk={bulk} id={one.asset._id} name={one.asset.title}>
              <Row kind={kind} {...one} />
            </BulkRow>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NewWord({ kind }: { kind: PagedKind }) {
  if (kind === 'gallery') return <Trans>New gallery</Trans>
  return kind === 'video' ? <Trans>New video</Trans> : <Trans>New product</Trans>
}

function None({ kind, action }: { kind: PagedKind; action: ReactNode }) {
  const { t } = useLingui()
  const title = { gallery: t`No galleries yet`, video: t`No videos yet`, product: t`Nothing to sell yet` }[kind]
  return (
    <EmptyState icon={icons[kind]} title={title} action={action}>
      <Trans>You can begin without a connection. It is uploaded when you are back online.</Trans>
    </EmptyState>
  )
}

function Row({ kind, asset, sending }: StoredAsset & { kind: PagedKind }) {
  const { title, cover, status, access, price, photoCount, addedPhotos, stock } = asset
  const photos = (photoCount ?? 0) + addedPhotos.length
  return (
    <Link
      {...editLinkOf(kind, asset._id)}
      className="flex items-center gap-4 rounded-card border border-line bg-surface p-3 shadow-card transition-colors duration-150 hover:border-control"
    >
      <Picture src={cover?.url ?? null} icon={icons[kind]} className="size-20 rounded-control" />
      <span className="grid min-w-0 flex-1 gap-1.5">
        <span className="line-clamp-2 font-semibold">
          <bdi>{title || <Trans>Untitled</Trans>}</bdi>
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <StatusBadge status={status} />
          {/* Texts of their own: two beside each other would run together. */}
          <span>{kind === 'product' ? <TokenPrice value={price} /> : <AccessWord access={access} />}</span>
          {kind === 'gallery' && (
            <span>
              <Plural value={photos} one="# photo" other="# photos" />
            </span>
          )}
          {kind === 'product' && stock !== null && (
            <span>
              <Plural value={stock} one="# left" other="# left" />
            </span>
          )}
          <DeliveryStateLabel sending={sending} />
        </span>
      </span>
    </Link>
  )
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-3">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-26 rounded-card" />
      ))}
    </div>
  )
}
