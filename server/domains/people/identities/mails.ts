import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { greeting, paragraphs } from '../accounts/email/mails.ts'
import type { Recipient } from '../accounts/email/mails.ts'

type Linked = { provider: string; accountLink: string }

/** Tells the owner that a login was linked from the account itself. */
export function identityAddedMail({ email, name }: Recipient, { provider, accountLink }: Linked): OutgoingMail {
  const text = [
    greeting(name),
    `a login with ${provider} was linked to your account on its account page. You can log in with ${provider} from now on.`,
    `If it was not you, remove this login and change your password at once: ${accountLink}`,
  ]
  return { to: email, subject: `You can log in with ${provider} now`, text: paragraphs(text) }
}

/** Tells the owner that a login of another site opens the account from now on. */
export function identityLinkedMail({ email, name }: Recipient, { provider, accountLink }: Linked): OutgoingMail {
  const text = [
    greeting(name),
    `somebody who proved to ${provider} that this is their email address logged in to your account. You can log in with ${provider} from now on.`,
    `If it was not you, remove this login and change your password at once: ${accountLink}`,
  ]
  return { to: email, subject: `You can log in with ${provider} now`, text: paragraphs(text) }
}
