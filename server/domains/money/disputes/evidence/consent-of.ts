import type { Source } from '../../../../infra/database/transaction.ts'
import { amountInWords } from '../../money/cents.ts'
import type { Charge } from '../../money/charges/entity.ts'
import type { PaymentOrder } from '../../payments/orders/entity.ts'
import { momentInWords } from './moment-in-words.ts'

type Agreed = { number: number; consent: string; at: string; isSame: boolean }

/**
 * Tells how the customer agreed to a purchase. A term of a subscription keeps the version of its terms. A renewal has the
 * consent of the term that the customer bought.
 */
export async function consentOf(
  { em }: Source,
  { order, charge }: { order: PaymentOrder; charge: Charge | null },
): Promise<string> {
  const money = amountInWords(order.amount, order.currency)
  const agreed = charge ? await agreedTerm(em, charge.id) : null
  if (!agreed) {
    const ordered = momentInWords(order.createdAt)
    return `The customer saw the price of ${money} and ordered at it on ${ordered}. Another price would have been refused.`
  }
  const when = momentInWords(new Date(agreed.at))
  const bought = `On ${when} the customer ticked the terms of subscriptions, version ${agreed.consent}, before buying.`
  if (agreed.isSame) return `${bought} The price of ${money} stood beside it.`
  return `${bought} This payment renewed that subscription, as the terms say.`
}

/** The consent of the term that a charge paid, or of the latest bought one before it. */
async function agreedTerm(em: Source['em'], chargeId: string): Promise<Agreed | null> {
  const [agreed] = await em.execute<Agreed[]>(
    `select p.number, p.consent, p.created_at as at, p.id = paid.id as "isSame"
     from subscription_period paid join subscription_period p on p.subscription_id = paid.subscription_id
     where paid.id = ? and p.number <= paid.number and p.consent is not null order by p.number desc limit 1`,
    [chargeId],
  )
  return agreed ?? null
}
