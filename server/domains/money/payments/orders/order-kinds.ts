import type { App } from '../../../../context.ts'
import type { OrderKind } from '../../../../infra/payments/order-kind.ts'
import type { PaymentOrder } from './entity.ts'

/** What follows when an order is paid, by the domain that sells it. */
export function orderKindOf(app: App, { kind }: Pick<PaymentOrder, 'kind'>): OrderKind {
  const found = app.domains.orderKinds.get(kind)
  if (!found) throw new Error(`no domain declares orders of the kind ${kind}`)
  return found
}
