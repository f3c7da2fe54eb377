import { t } from '@lingui/core/macro'
import type { Order } from '@vesper/sync/vesper/records/order.ts'
import { csvOf } from '../../core/media/csv-of.ts'
import { saveFile } from '../../core/media/download-blob.ts'

/** Saves the sales that this device holds, one row for each line of an order. Amounts are in tokens. */
export function exportSales(sales: readonly Order[]): void {
  const head = [
    ...[t`Number`, t`Paid at`, t`Status`, t`Payment`, t`Buyer`, t`Product`, t`Quantity`, t`Price`, t`Discount`],
    ...[t`Given back`, t`Shipping of the order`, t`Total of the order`, t`Carrier`, t`Tracking number`],
    ...[t`Recipient`, t`Street`, t`More about the address`, t`Postal code`, t`City`, t`State or region`, t`Country`],
  ]
  const rows = sales.toSorted((a, b) => a.paidAt.localeCompare(b.paidAt)).flatMap(rowsOf)
  const csv = csvOf([head, ...rows])
  saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), 'vesper-orders.csv')
}

function rowsOf(sale: Order): (string | number)[][] {
  const { number, paidAt, fulfilment, payment, buyer, lines, shipping, tokens, carrier, trackingNumber, address } = sale
  return lines.map(({ name, quantity, unitPrice, discount, refundedTokens }) => [
    ...[number, paidAt, fulfilment, payment, buyer.name, name, quantity, unitPrice, discount],
    ...[refundedTokens, shipping, tokens, carrier, trackingNumber],
    ...[address?.name ?? '', address?.line1 ?? '', address?.line2 ?? '', address?.postal ?? ''],
    ...[address?.city ?? '', address?.state ?? '', address?.country ?? ''],
  ])
}
