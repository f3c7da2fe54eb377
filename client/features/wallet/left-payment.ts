import { reportTargets } from '@vesper/sync/vesper/api/reports.ts'
import * as v from 'valibot'
import { accountKey, readStoredJson, removeStored, storeJson } from '../../core/storage/stored-values.ts'

const Content = v.object({
  type: v.picklist(reportTargets),
  id: v.string(),
  ownerId: v.string(),
  price: v.exactOptional(v.number()),
  page: v.exactOptional(v.string()),
  tip: v.exactOptional(v.object({ tokens: v.nullable(v.number()), message: v.string() })),
  streamId: v.exactOptional(v.string()),
})

/** The dialog that asks for a payment, and the thing that it is about. */
const Asked = v.object({ by: v.picklist(['buy', 'tip', 'subscribe']), content: Content })

/** A payment that was left for a top-up, with the page that it belongs to. */
const LeftPayment = v.object({ page: v.string(), ...Asked.entries })

export type Asked = v.InferOutput<typeof Asked>
export type LeftPayment = v.InferOutput<typeof LeftPayment>

/** Keeps a payment in the tab, also over the pay page, which ends the app. */
export function keepLeftPayment(account: string, left: LeftPayment): void {
  storeJson(keyOf(account), left, 'sessionStorage')
}

/** Null without one. */
export function readLeftPayment(account: string): LeftPayment | null {
  const parsed = v.safeParse(LeftPayment, readStoredJson(keyOf(account), 'sessionStorage'))
  return parsed.success ? parsed.output : null
}

export function dropLeftPayment(account: string): void {
  removeStored(keyOf(account), 'sessionStorage')
}

function keyOf(account: string): string {
  return accountKey('left-payment', account)
}
