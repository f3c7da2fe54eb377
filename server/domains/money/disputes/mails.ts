import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { greeting, paragraphs } from '../../people/accounts/email/mails.ts'
import type { Recipient } from '../../people/accounts/email/mails.ts'
import { amountInWords } from '../money/cents.ts'
import type { Dispute } from './entity.ts'
import { momentInWords } from './evidence/moment-in-words.ts'

type Told = Pick<Dispute, 'amount' | 'currency' | 'dueAt' | 'isInquiry'> & { link: string }

/** Tells somebody of the staff that a bank disputes a payment, and until when an answer counts. */
export function newDisputeMail({ email, name }: Recipient, { link, dueAt, ...told }: Told): OutgoingMail {
  const money = amountInWords(told.amount, told.currency)
  const text = [
    greeting(name),
    told.isInquiry
      ? `a bank asks about a payment of ${money}. It has taken no money yet.`
      : `a bank disputes a payment of ${money} and has taken the money back.`,
    dueAt == null ? 'Answer it soon.' : `An answer counts until ${momentInWords(dueAt)}.`,
    `Look at it here: ${link}`,
  ]
  return { to: email, subject: `A payment of ${money} is disputed`, text: paragraphs(text) }
}
