import type { Tx } from '../../../../infra/database/transaction.ts'
import { greeting, paragraphs } from '../../../people/accounts/email/mails.ts'
import { User } from '../../../people/accounts/entity.ts'
import { amountInWords } from '../../money/cents.ts'
import type { PaymentOrder } from './entity.ts'

/** `id` is the refund's at the provider; a surplus has paid for nothing. */
type Failed = { id: string; cents: number; isSurplus?: boolean }

/** Tells the payer of an order and the operator that a bank has sent a refund back, with this transaction. */
export async function tellOfFailedRefund(
  tx: Tx,
  { id: orderId, userId, title, currency }: PaymentOrder,
  { id, cents, isSurplus = false }: Failed,
): Promise<void> {
  const { log, mailer, config, settings } = tx.app
  const amount = amountInWords(cents, currency)
  const user = await tx.em.findOne(User, { id: userId })
  if (user?.email) {
    const text = paragraphs([
      greeting(user.name),
      `your bank has not taken the ${amount} that we sent back to your card for this: ${title}. The card may have ended.`,
      isSurplus
        ? 'The money is still yours. Write to us how we can send it to you.'
        : 'The money is with us again, and what it paid for is yours again.',
      `Your payments: ${config.publicUrl}/wallet`,
    ])
    mailer.send(tx, { to: user.email, subject: 'A refund did not reach your card', text })
  }
  const { contactAddress } = await settings.readIn(tx)
  if (contactAddress !== '') {
    const text = paragraphs([
      `The bank has sent the refund ${id} of ${amount} back. It belongs to the payment ${orderId}: ${title}.`,
      isSurplus
        ? 'The payer is owed the money: the payment bought nothing. Find another way to send it.'
        : 'What the money paid for is with the payer again. If the payer is still owed the money, find another way to send it.',
      'All refunds that failed: npm run admin -- refund',
    ])
    mailer.send(tx, { to: contactAddress, subject: `A refund failed: ${amount}`, text })
  }
  tx.afterCommit(() => log.warn({ refund: id, order: orderId, cents }, 'a refund has failed'))
}
