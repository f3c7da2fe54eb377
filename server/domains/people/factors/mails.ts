import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { mailOf } from '../../site/mails/mail-of.ts'
import type { MailValue } from '../../site/mails/templates/template.ts'
import { greeting, nameInMail, paragraphs } from '../accounts/email/mails.ts'
import type { Recipient } from '../accounts/email/mails.ts'
import { inUtc, notMe, notMeInMail } from '../accounts/email/new-device-mail.ts'

/** Tells the owner of a change of the account's second factors, in a sentence that begins in lower case. */
export function factorMail({ email, name }: Recipient, change: MailValue, link: string | null): OutgoingMail {
  return mailOf('sign-in-changed', email, { name: nameInMail(name), change, notMe: notMeInMail(link) })
}

/** Tells the owner that somebody has the first factor and fails at the second. */
export function failedFactorMail({ email, name }: Recipient, forgotLink: string): OutgoingMail {
  const text = [
    greeting(name),
    'someone logged in to your account with the right password, and failed five times at the second step.',
    `If it was not you, choose a new password: ${forgotLink}`,
  ]
  return { to: email, subject: 'Five wrong codes for your account', text: paragraphs(text) }
}

/** Tells the owner that the second factors go, asked for by somebody who knows the first. */
export function resetWaitsMail(
  { email, name }: Recipient,
  { dueAt, securityLink, link }: { dueAt: Date; securityLink: string; link: string | null },
): OutgoingMail {
  const text = [
    greeting(name),
    `someone who knows the way to your account, hopefully you, has lost its second factor. All second factors are removed on ${inUtc(dueAt)}. We write three times until then.`,
    `To keep them, log in with one, or stop this on any device that is logged in: ${securityLink}`,
    ...notMe(link),
  ]
  return { to: email, subject: 'The second factor of your account is to be removed', text: paragraphs(text) }
}

/** Tells the owner which factors of the last days still open the account, after the link "This was not me" was used. */
export function keptFactorsMail(
  { email, name }: Recipient,
  { kept, link }: { kept: readonly string[]; link: string },
): OutgoingMail {
  const text = [
    greeting(name),
    'all sessions of your account have ended, as you asked. These were added lately and still work:',
    kept.map((one) => `- ${one}`).join('\n'),
    `Remove there what is not yours: ${link}`,
  ]
  return { to: email, subject: 'Look at the sign-in of your account', text: paragraphs(text) }
}
