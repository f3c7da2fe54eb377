import type { Tx } from '../../../../infra/database/transaction.ts'
import { greeting, paragraphs } from '../../../people/accounts/email/mails.ts'
import { User } from '../../../people/accounts/entity.ts'
import { amountInWords } from '../../money/cents.ts'
import type { PaymentOrder } from '../orders/entity.ts'

/**
 * Tells a payer why a payment bought nothing, and that it is on its way back: the order was paid twice, or its discount is
 * for a first term and the payer was subscribed by then. `cents` are of its currency.
 */
export async function mailSurplus(
  tx: Tx,
  { userId, title, currency, paidAt }: PaymentOrder,
  cents: number,
): Promise<void> {
  const user = await tx.em.findOne(User, { id: userId })
  if (!user?.email) return
  const amount = amountInWords(cents, currency)
  const isSecond = paidAt != null
  const reason = isSecond
    ? `your card has paid twice for this: ${title}. We have sent the second payment of ${amount} back to your card.`
    : `your card has paid for this: ${title}. The discount is for a first term alone, and was used or reserved elsewhere by then. We have sent ${amount} back to your card.`
  const text = paragraphs([
    greeting(user.name),
    reason,
    'Your bank may need a few days to show it. You need not do anything.',
    `Your payments: ${tx.app.config.publicUrl}/wallet`,
  ])
  const subject = isSecond ? 'A second payment was sent back to your card' : 'A payment was sent back to your card'
  tx.app.mailer.send(tx, { to: user.email, subject, text })
}
