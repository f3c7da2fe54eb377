import type { OutgoingMail } from '../../../../infra/mail/smtp.ts'
import { mailOf } from '../../../site/mails/mail-of.ts'

export type Recipient = { email: string; name: string }

/** Asks the owner of an address to confirm it. */
export function verificationMail({ email, name }: Recipient, link: string): OutgoingMail {
  return mailOf('confirm-address', email, { name: nameInMail(name), link })
}

/** Lets the owner of an address choose a new password. */
export function resetMail({ email, name }: Recipient, link: string): OutgoingMail {
  return mailOf('password-reset', email, { name: nameInMail(name), link })
}

/** Lets the owner log in on a device while strangers guess at the password. */
export function loginLinkMail({ email, name }: Recipient, link: string): OutgoingMail {
  return mailOf('login-link', email, { name: nameInMail(name), link })
}

/** Tells the owner that the password is a new one, and which other logins open the account as before. */
export function passwordChangedMail(
  { email, name }: Recipient,
  { logins, accountLink, forgotLink }: { logins: readonly string[]; accountLink: string; forgotLink: string },
): OutgoingMail {
  const others = logins.length === 0 ? { logins: '', accountLink: '' } : { logins: listed(logins), accountLink }
  return mailOf('password-changed', email, { name: nameInMail(name), ...others, forgotLink })
}

/** Tells the owner of an address which logins were removed from the account, since they may be another person's. */
export function loginsRemovedMail(
  { email, name }: Recipient,
  { logins, link }: { logins: readonly string[]; link: string },
): OutgoingMail {
  const text = [
    greeting(name),
    `this email address was just proven for your account. For your safety, we removed these logins:\n${listed(logins)}`,
    `You can log in with your password. If you have none, choose one here: ${link}`,
  ]
  return { to: email, subject: 'Logins were removed from your account', text: paragraphs(text) }
}

/** Tells the owner of an address that somebody wanted it for another account. */
export function addressInUseMail({ email, name }: Recipient, forgotLink: string): OutgoingMail {
  const text = [
    greeting(name),
    'someone, perhaps you, entered this email address for another account. You have an account with it already, so nothing has changed.',
    `Log in to that account, or choose a new password for it: ${forgotLink}`,
    'If it was not you, you can ignore this mail.',
  ]
  return { to: email, subject: 'You have an account already', text: paragraphs(text) }
}

/** Tells the address of an account that another one is to take its place. */
export function emailRequestedMail({ email, name }: Recipient, newEmail: string): OutgoingMail {
  const text = [
    greeting(name),
    `the email address of your account is to become ${newEmail}. It stays as it is until the new one is confirmed.`,
    'If it was not you, change your password now.',
  ]
  return { to: email, subject: 'A new email address for your account', text: paragraphs(text) }
}

/** Tells the former address that the account has another one now; `undoLink` takes that back. */
export function emailChangedMail({ email, name }: Recipient, newEmail: string, undoLink: string | null): OutgoingMail {
  const text = [
    greeting(name),
    `the email address of your account is now ${newEmail}. Mail about the account goes there from now on.`,
    undoLink === null ? 'If it was not you, answer to this mail.' : 'If it was not you, take it back within 48 hours:',
    ...(undoLink === null ? [] : [undoLink]),
  ]
  return { to: email, subject: 'Your email address was changed', text: paragraphs(text) }
}

/**
 * The name for a mail to its owner, empty for one that holds an address of the web. Anyone may register anyone's address:
 * such a name must not reach a stranger as our words.
 */
export function nameInMail(name: string): string {
  return /[/:@\\]|[^\s.]\.[^\s.]/u.test(name) ? '' : name
}

export function greeting(name: string): string {
  const told = nameInMail(name)
  return told === '' ? 'Hello,' : `Hello ${told},`
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

export function paragraphs(parts: string[]): string {
  return [...parts, 'Vesper'].join('\n\n') + '\n'
}
