import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { greeting, paragraphs } from '../accounts/email/mails.ts'
import type { Recipient } from '../accounts/email/mails.ts'

/** Tells a creator that fans can reach the account now. */
export function approvedMail({ email, name }: Recipient, studioLink: string): OutgoingMail {
  const text = [
    greeting(name),
    'we have reviewed your documents and approved your account. You can publish now, and fans can find, follow and write to you.',
    `Your studio: ${studioLink}`,
  ]
  return { to: email, subject: 'Your creator account is approved', text: paragraphs(text) }
}

/** Tells a creator why fans cannot reach the account. */
export function rejectedMail(
  { email, name }: Recipient,
  { reason, link }: { reason: string; link: string },
): OutgoingMail {
  const text = [
    greeting(name),
    'we have reviewed your account and could not approve it. The reason:',
    reason,
    `Your drafts and your page are kept. Send other documents here: ${link}`,
  ]
  return { to: email, subject: 'Your creator account was not approved', text: paragraphs(text) }
}
