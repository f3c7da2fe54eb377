import type { Tx } from '../../../../infra/database/transaction.ts'
import { greeting, paragraphs } from '../../../people/accounts/email/mails.ts'
import { User } from '../../../people/accounts/entity.ts'
import { amountInWords } from '../../money/cents.ts'
import type { PaymentOrder } from '../orders/entity.ts'

/** Tells a payer that an order was paid twice, and that the second payment is on its way back. `cents` are of its currency. */
export async function mailSurplus(tx: Tx, { userId, title, currency }: PaymentOrder, cents: number): Promise<void> {
  const user = await tx.em.findOne(User, { id: userId })
  if (!user?.email) return
  const amount = amountInWords(cents, currency)
  const text = paragraphs([
    greeting(user.name),
    `your card has paid twice for this: ${title}. We have sent the second payment of ${amount} back to your card.`,
    'Your bank may need a few days to show it. You need not do anything.',
    `Your payments: ${tx.app.config.publicUrl}/wallet`,
  ])
  tx.app.mailer.send(tx, { to: user.email, subject: 'A second payment was sent back to your card', text })
}
