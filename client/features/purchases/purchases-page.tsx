import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import { useUnit } from 'effector-react'
import { ReceiptText, ShoppingBag } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { $contents, $offline } from '../../core/connection/model.ts'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { useImageRetry } from '../../core/media/use-image-retry.ts'
import { ListUnavailable } from '../../core/sync/list-unavailable.tsx'
import { pullNow } from '../../core/sync/pull-now.ts'
import { receiptNumber } from '../../entities/payments/receipt/receipt-number.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { ErrorState } from '../../ui/list/error-state.tsx'
import { ListItem } from '../../ui/list/list-item.tsx'
import { Skeleton } from '../../ui/list/skeleton.tsx'
import { Tabs } from '../../ui/overlay/tabs.tsx'
import { formatDate } from '../../ui/text/date-format.ts'
import { formatMoney } from '../../ui/text/format-money.ts'
import { PageHeader } from '../../ui/text/page-header.tsx'
import { purchaseKinds } from './purchase-kinds.ts'
import type { PurchaseKind } from './purchase-kinds.ts'
import { usePurchases } from './use-purchases.ts'
import type { Purchase } from './use-purchases.ts'

const ReceiptDialog = lazyAgain(
  async () => (await import('../../entities/payments/receipt/receipt-dialog.tsx')).ReceiptDialog,
  'money',
)

type Props = { shown: PurchaseKind; onShow: (kind: PurchaseKind) => void }

/** The things that the account has bought, by kind. They are there without a connection, too. */
export function PurchasesPage({ shown, onShow }: Props) {
  const { t } = useLingui()
  const labels: Record<PurchaseKind, string> = {
    ...{ all: t`All`, feed: t`Posts`, gallery: t`Galleries`, video: t`Videos`, message: t`Messages` },
  }
  return (
    <main className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <PageHeader title={t`Purchases`} />
      <div className="safe-x pt-2 pb-10">
        <Tabs
          label={t`Kinds of purchases`}
          value={shown}
          onChange={onShow}
          tabs={purchaseKinds.map((value) => ({ value, label: labels[value], content: <Purchases kind={value} /> }))}
        />
      </div>
    </main>
  )
}

function Purchases({ kind }: { kind: PurchaseKind }) {
  const { t } = useLingui()
  const [contents, isOffline] = useUnit([$contents, $offline])
  const { purchases, failure, retry, readMore, isReading } = usePurchases(kind)
  const [shown, setShown] = useState<Purchase['charge']>(null)
  if (!purchases || (purchases.length === 0 && contents === 'coming')) {
    return <Skeleton className="h-40 rounded-card" />
  }
  if (purchases.length === 0) {
    if (contents === 'away') return isOffline ? <ListUnavailable icon={<ShoppingBag />} /> : <Unread />
    return (
      <EmptyState icon={<ShoppingBag />} title={t`No purchases yet`}>
        <Trans>Posts, galleries, videos and messages that you buy appear here.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      {failure !== undefined && !isOffline && <PricesUnread onRetry={retry} />}
      <ul role="list" aria-label={t`Purchases`} className="grid gap-1">
        {purchases.map((purchase) => (
          <li key={purchase.id} className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <Opening purchase={purchase}>
                <Row purchase={purchase} />
              </Opening>
            </div>
            {purchase.charge && <ReceiptButton charge={purchase.charge} onShow={() => setShown(purchase.charge)} />}
          </li>
        ))}
      </ul>
      {readMore && !isOffline && (
        <div className="mt-4 grid justify-items-center">
          <Button kind="secondary" busy={isReading} onClick={readMore}>
            <Trans>Show more receipts</Trans>
          </Button>
        </div>
      )}
      <Suspense fallback={null}>{shown && <ReceiptDialog charge={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  )
}

/** The server is there, and the purchases do not come. */
function Unread() {
  const { t } = useLingui()
  return (
    <ErrorState
      title={t`Your purchases could not be loaded`}
      message={t`They are safe with your account. Try again in a moment.`}
      onRetry={pullNow}
    />
  )
}

function PricesUnread({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" role="alert" className="mb-3">
      <p>
        <Trans>Prices and receipts could not be loaded.</Trans>
      </p>
      <Button kind="secondary" className="mt-2" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}

function ReceiptButton({ charge, onShow }: { charge: NonNullable<Purchase['charge']>; onShow: () => void }) {
  const { t } = useLingui()
  const number = receiptNumber(charge)
  return (
    <IconButton label={t`Receipt ${number}`} aria-haspopup="dialog" onClick={onShow}>
      <ReceiptText className="size-5" />
    </IconButton>
  )
}

function Row({ purchase: { creator, grantedAt, picture, charge, ...purchase } }: { purchase: Purchase }) {
  const { i18n } = useLingui()
  return (
    <ListItem
      leading={<Picture src={picture} creator={creator} />}
      title={<Name {...purchase} name={creator?.name ?? ''} />}
      subtitle={
        <>
          <time dateTime={grantedAt}>{formatDate(new Date(grantedAt), i18n.locale, { dateStyle: 'medium' })}</time>
          {charge && (
            <>
              {' · '}
              <Plural value={charge.tokens} one="# token" other="# tokens" /> (
              {formatMoney(charge.amount, charge.currency, i18n.locale)})
            </>
          )}
        </>
      }
    />
  )
}

/** The picture of the thing; that of its creator where it has none, or where it does not come. */
function Picture({ src, creator }: { src: string | null; creator: Purchase['creator'] }) {
  const [isMissing, onMissing] = useImageRetry(src)
  if (src === null || isMissing) return <Avatar name={creator?.name ?? ''} src={creator?.avatar ?? null} />
  return (
    <img
      src={sizedUrl(src, 160)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={onMissing}
      className="size-12 shrink-0 rounded-control bg-raised object-cover"
    />
  )
}

function Name({ type, title, name }: Pick<Purchase, 'type' | 'title'> & { name: string }) {
  if (title) return <bdi>{title}</bdi>
  switch (type) {
    case 'feed':
      return name ? <Trans>Post by {name}</Trans> : <Trans>A post</Trans>
    case 'gallery':
      return name ? <Trans>Gallery by {name}</Trans> : <Trans>A gallery</Trans>
    case 'video':
      return name ? <Trans>Video by {name}</Trans> : <Trans>A video</Trans>
    case 'message':
      return name ? <Trans>Message from {name}</Trans> : <Trans>A message</Trans>
    case 'photo':
      return name ? <Trans>Photo by {name}</Trans> : <Trans>A photo</Trans>
    case 'product':
      return name ? <Trans>Product from {name}</Trans> : <Trans>A product</Trans>
    case 'stream':
      return name ? <Trans>Live stream by {name}</Trans> : <Trans>A live stream</Trans>
  }
}

const linkClass = 'block rounded-control transition-colors duration-150 hover:bg-raised'

/** Leads to the thing; a kind without a page of its own is only named. */
function Opening({ purchase: { type, objectId, place }, children }: { purchase: Purchase; children: ReactNode }) {
  switch (type) {
    case 'feed':
      return (
        <Link to="/posts/$postId" params={{ postId: objectId }} className={linkClass}>
          {children}
        </Link>
      )
    case 'gallery':
      return (
        <Link to="/galleries/$galleryId" params={{ galleryId: objectId }} className={linkClass}>
          {children}
        </Link>
      )
    case 'video':
      return (
        <Link to="/videos/$videoId" params={{ videoId: objectId }} className={linkClass}>
          {children}
        </Link>
      )
    case 'product':
      return (
        <Link to="/products/$productId" params={{ productId: objectId }} className={linkClass}>
          {children}
        </Link>
      )
    case 'message':
      return (
        <Link
          to="/messages/$conversationId"
          params={{ conversationId: place.conversationId }}
          search={place.seq === undefined ? {} : { at: place.seq }}
          className={linkClass}
        >
          {children}
        </Link>
      )
    case 'stream':
      // The page shows the stream that its creator has now, or how the last one ended.
      return (
        <Link to="/live/$username" params={{ username: objectId }} className={linkClass}>
          {children}
        </Link>
      )
    case 'photo':
      return children
  }
}
