import type { App } from '../../../../app.ts'
import type { OrderKind } from '../../../../infra/payments/order-kind.ts'
import type { PaymentOrder } from './entity.ts'

/** The handlers of paid orders, by the domain that sells. */
export function orderKindOf(app: App, { kind }: Pick<PaymentOrder, 'kind'>): OrderKind {
  const found = app.domains.orderKinds.get(kind)
  if (!found) throw new Error(`no domain declares orders of the kind ${kind}`)
  return found
}
