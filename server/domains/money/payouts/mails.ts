import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { greeting, paragraphs } from '../../people/accounts/email/mails.ts'
import type { Recipient } from '../../people/accounts/email/mails.ts'
import { amountInWords } from '../money/cents.ts'

/** Tells a creator that the money is on its way to the bank. */
export function paidMail(
  { email, name }: Recipient,
  { cents, currency, link }: { cents: number; currency: string; link: string },
): OutgoingMail {
  const amount = amountInWords(cents, currency)
  const text = [greeting(name), `your payout of ${amount} was paid.`, `Your payouts: ${link}`]
  return { to: email, subject: 'Your payout was paid', text: paragraphs(text) }
}

/** Tells a creator that a payout did not arrive, and what to do. */
export function failedMail(
  { email, name }: Recipient,
  { reason, link }: { reason: string; link: string },
): OutgoingMail {
  const text = [greeting(name), 'your payout could not be paid. Nothing is lost.', reason, `Your payouts: ${link}`]
  return { to: email, subject: 'Your payout could not be paid', text: paragraphs(text) }
}

/** Tells the operator that a payout waits for money at the provider. */
export function waitingMail(to: string, { id, amount, fee, currency }: Waiting): OutgoingMail {
  const money = amountInWords(amount - fee, currency)
  const text = [
    `The balance at the payment provider is too low for the payout ${id} of ${money}. It is tried again every few minutes.`,
    'Add money to the balance there, or wait until payments have arrived. All open payouts: npm run admin -- payout list',
  ]
  return { to, subject: `A payout waits: ${money}`, text: paragraphs(text) }
}

type Waiting = { id: string; amount: number; fee: number; currency: string }

/** Tells a creator that the operator rejected a payout, and why. */
export function rejectedMail(
  { email, name }: Recipient,
  { reason, link }: { reason: string; link: string },
): OutgoingMail {
  const text = [
    greeting(name),
    'we have looked at your payout and could not approve it. The money is back in your balance. The reason:',
    reason,
    `Your payouts: ${link}`,
  ]
  return { to: email, subject: 'Your payout was rejected', text: paragraphs(text) }
}

/** Tells the owner of an account that its money goes to another bank account from now on. */
export function bankChangedMail(
  { email, name }: Recipient,
  { last4, link }: { last4: string; link: string },
): OutgoingMail {
  const text = [
    greeting(name),
    `the bank account for your payouts was changed. It ends with ${last4}. For your safety, payouts begin in 48 hours.`,
    `If it was not you, choose a new password at once: ${link}`,
  ]
  return { to: email, subject: 'Your bank account for payouts was changed', text: paragraphs(text) }
}

/** Tells the owner of an account that its money goes elsewhere from now on; `last4` is of the bank account, null for Stripe. */
export function methodChangedMail(
  { email, name }: Recipient,
  { last4, link }: { last4: string | null; link: string },
): OutgoingMail {
  const where = last4 === null ? 'your account at Stripe' : `the bank account that ends with ${last4}`
  const text = [
    greeting(name),
    `your payouts go to ${where} from now on. For your safety, payouts begin in 48 hours.`,
    `If it was not you, choose a new password at once: ${link}`,
  ]
  return { to: email, subject: 'Your payouts go elsewhere now', text: paragraphs(text) }
}

/** Tells the owner of an account that its account at the provider takes payouts. */
export function accountReadyMail({ email, name }: Recipient, link: string): OutgoingMail {
  const text = [
    greeting(name),
    'your account at Stripe was set up and is ready for payouts. For your safety, payouts begin in 48 hours.',
    `If it was not you, choose a new password at once: ${link}`,
  ]
  return { to: email, subject: 'Your account at Stripe is ready for payouts', text: paragraphs(text) }
}
