import { greeting, paragraphs } from '../accounts/mails.ts'
import type { Recipient } from '../accounts/mails.ts'
import type { OutgoingMail } from '../../infra/mail/mailer.ts'

/** Tells the owner that a login of another site opens the account from now on. */
export function identityLinkedMail(
  { email, name }: Recipient,
  { provider, accountLink }: { provider: string; accountLink: string },
): OutgoingMail {
  const text = [
    greeting(name),
    `somebody who proved to ${provider} that this is their email address logged in to your account. You can log in with ${provider} from now on.`,
    `If it was not you, remove this login and change your password at once: ${accountLink}`,
  ]
  return { to: email, subject: `You can log in with ${provider} now`, text: paragraphs(text) }
}
