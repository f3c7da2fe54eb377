import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { greeting, nameInMail, paragraphs } from '../../people/accounts/email/mails.ts'
import type { Recipient } from '../../people/accounts/email/mails.ts'
import { mailOf } from '../../site/mails/mail-of.ts'
import { amountInMail } from '../money/cents.ts'
import { payoutFailures } from './requests/payout-failures.ts'

/** Tells a creator that the money is on its way to the bank. */
export function paidMail(
  { email, name }: Recipient,
  { cents, currency, link }: { cents: number; currency: string; link: string },
): OutgoingMail {
  return mailOf('payout-paid', email, { name: nameInMail(name), amount: amountInMail(cents, currency), link })
}

/** Tells a creator that a payout did not arrive, and what to do. A reason in words of staff is the same in all languages. */
export function failedMail(
  { email, name }: Recipient,
  { reason, link }: { reason: string; link: string },
): OutgoingMail {
  const known = Object.values(payoutFailures).find(({ en }) => en === reason)
  return mailOf('payout-failed', email, { name: nameInMail(name), reason: known ?? reason, link })
}

/** Tells the operator that a payout waits for money at the provider. */
export function waitingMail(to: string, { id, amount, fee, currency }: Waiting): OutgoingMail {
  return mailOf('payout-waiting', to, { amount: amountInMail(amount - fee, currency), payout: id })
}

type Waiting = { id: string; amount: number; fee: number; currency: string }

/** Tells a creator that the operator rejected a payout, and why. */
export function rejectedMail({ email, name }: Recipient, told: { reason: string; link: string }): OutgoingMail {
  return mailOf('payout-rejected', email, { name: nameInMail(name), ...told })
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
