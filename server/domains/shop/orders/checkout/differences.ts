import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { RefusalDetail } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Unready } from '@vesper/sync/vesper/records/file.ts'
import type { FileRow } from '../../../../infra/files/entity.ts'
import type { Asset } from '../../../content/assets/entity.ts'
import { unreadyDownload } from '../../../content/assets/unready-content.ts'

/** A line as its buyer saw it. */
export type AskedLine = { productId: string; quantity: number; price: number }

/** The product of a line as it is, with what matters of the buyer. */
export type FoundLine = {
  product: Asset
  /** It is on sale, its seller is open, and neither side blocks the other. */
  isSold: boolean
  /** The buyer has its file. */
  isOwned: boolean
  /** How many the buyer has bought before and kept. */
  boughtBefore: number
  /** The files that its buyer downloads; none where it is sent. */
  files: readonly FileRow[]
}

/**
 * Refuses as `conflict` lines that are not as they were seen, with all differences at once, by line and field; nothing, where all
 * is as it was. `country` is where parcels go.
 */
export function refuseDifferences(
  asked: readonly AskedLine[],
  found: readonly (FoundLine | null)[],
  country: string | null,
): void {
  const details = asked.flatMap((line, index) =>
    differencesOf(line, found[index] ?? null, country).map(([field, message]): RefusalDetail => ({
      path: `lines.${index}.${field}`,
      message,
    })),
  )
  if (details.length > 0) throw somethingChanged(details)
}

export function somethingChanged(details: RefusalDetail[]): Refusal {
  return new Refusal('conflict', 'Some things have changed. Nothing was charged.', details)
}

const unreadyTexts: Readonly<Record<Unready, string>> = {
  processing: 'This is still being prepared. You can buy it when its files are ready.',
  failed: 'The file of this could not be read. It is not for sale until it is replaced.',
}

type Difference = [field: 'productId' | 'price' | 'quantity' | 'shipsTo', message: string]

function differencesOf({ quantity, price }: AskedLine, found: FoundLine | null, country: string | null): Difference[] {
  if (!found?.isSold) return [['productId', 'This is no longer sold.']]
  const { product, isOwned, boughtBefore, files } = found
  const unready = unreadyDownload(files)
  if (unready !== null) return [['quantity', unreadyTexts[unready]]]
  const { stock, limitPerBuyer, shipsTo } = product
  const differences: Difference[] = []
  if (product.price !== price) differences.push(['price', String(product.price)])
  if (product.type === 'digital' && isOwned) differences.push(['quantity', 'You own this already.'])
  else if (product.type === 'digital' && quantity > 1) differences.push(['quantity', 'One is enough: it is a file.'])
  else if (stock === 0) differences.push(['quantity', 'Sold out.'])
  else if (stock != null && stock < quantity) differences.push(['quantity', `Only ${stock} left.`])
  else if (limitPerBuyer != null && boughtBefore + quantity > limitPerBuyer) {
    differences.push(['quantity', 'You have bought as many as one buyer may.'])
  }
  const isServed = product.type === 'digital' || shipsTo.length === 0 || country === null || shipsTo.includes(country)
  if (!isServed) differences.push(['shipsTo', 'This creator does not ship to that country.'])
  return differences
}
