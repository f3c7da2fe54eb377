import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ShopProduct } from '@vesper/sync/vesper/api/products.ts'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { TokenPrice } from '../../../core/settings/token-price.tsx'
import { bytes } from '../../../ui/text/format-bytes.ts'
import { Cover } from '../cards/cover.tsx'
import { Stock } from '../cards/stock.tsx'
import { UnlockAsset } from '../cards/unlock-asset.tsx'
import { AssetDetails, AssetPage } from './asset-page.tsx'
import type { Comments } from './asset-page.tsx'

// A visitor's page does without the database that it reads.
const DownloadProduct = lazyAgain(async () => (await import('./download-product.tsx')).DownloadProduct, 'content')

type Props = {
  productId: string
  isVisitor: boolean
  /** Stands in the head of the page. */
  actions: ReactNode
  /** The way into the cart. */
  buy: (product: ShopProduct) => ReactNode
  comments?: Comments
}

/** A product: its picture, its price, and the way into the cart. */
export function ProductPage({ productId, isVisitor, actions, buy, comments }: Props) {
  return (
    <AssetPage kind="product" id={productId} isVisitor={isVisitor} actions={actions} comments={comments}>
      {(product) => (
        <>
          <Cover asset={product} place="card" className="mx-auto aspect-square max-w-xl rounded-card" />
          <AssetDetails asset={{ ...product, kind: 'product' }}>
            <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
              <p className="flex flex-wrap items-center justify-between gap-3">
                <TokenPrice value={product.price} className="text-xl font-bold" />
                <Stock product={product} />
              </p>
              {product.type && (
                <p className="text-sm text-muted">
                  {product.type === 'digital' ? (
                    <Files download={product.download} />
                  ) : (
                    <Trans>A thing that is sent to your address.</Trans>
                  )}
                </p>
              )}
              {!isVisitor && (
                <Suspense fallback={null}>
                  <DownloadProduct product={product} />
                </Suspense>
              )}
              <UnlockAsset asset={product} />
              {buy(inShop(product))}
            </div>
          </AssetDetails>
        </>
      )}
    </AssetPage>
  )
}

/** The files of a digital product: their names are for buyers alone. */
function Files({ download }: Pick<AssetView, 'download'>) {
  const { i18n } = useLingui()
  const size = download && bytes(download.size, i18n.locale)
  return (
    <>
      {download && size && (
        <span className="block font-semibold text-ink">
          <Plural value={download.files} one={`# file, about ${size}`} other={`# files, about ${size}`} />
        </span>
      )}
      {download && download.files > 1 ? (
        <Trans>You download them after you have bought them.</Trans>
      ) : (
        <Trans>A file that you download after you have bought it.</Trans>
      )}
    </>
  )
}

/** As the cart knows it. */
function inShop(product: AssetView): ShopProduct {
  return { ...product, name: product.title, type: product.type ?? 'physical', picture: product.cover?.url ?? null }
}
