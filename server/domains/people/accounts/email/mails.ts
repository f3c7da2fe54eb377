import type { OutgoingMail } from '../../../../infra/mail/smtp.ts'

export type Recipient = { email: string; name: string }

/** Asks the owner of an address to confirm it. */
export function verificationMail({ email, name }: Recipient, link: string): OutgoingMail {
  const text = [
    greeting(name),
    'please confirm that this is your email address:',
    link,
    'The link works once, within 24 hours. If you did not ask for it, you can ignore this mail.',
  ]
  return { to: email, subject: 'Confirm your email address', text: paragraphs(text) }
}

/** Lets the owner of an address choose a new password. */
export function resetMail({ email, name }: Recipient, link: string): OutgoingMail {
  const text = [
    greeting(name),
    'someone, hopefully you, asked for a new password. Choose one here:',
    link,
    'The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.',
  ]
  return { to: email, subject: 'Choose a new password', text: paragraphs(text) }
}

/** Lets the owner log in on a device while strangers guess at the password. */
export function loginLinkMail({ email, name }: Recipient, link: string): OutgoingMail {
  const text = [
    greeting(name),
    'someone tried many passwords on your account. None of them opened it. To log in on a device that is new to it, open this link there first:',
    link,
    'The link works once, within one hour. Your password is asked for afterwards. If you did not ask for it, ignore this mail.',
  ]
  return { to: email, subject: 'Log in on your device', text: paragraphs(text) }
}

/** Tells the owner that the password is a new one, and which other logins open the account as before. */
export function passwordChangedMail(
  { email, name }: Recipient,
  { logins, accountLink, forgotLink }: { logins: readonly string[]; accountLink: string; forgotLink: string },
): OutgoingMail {
  const text = [
    greeting(name),
    'the password of your account was changed, and your other devices were signed out.',
    ...(logins.length === 0
      ? []
      : [
          `These logins open your account as before:\n${listed(logins)}`,
          `Remove a login that is not yours: ${accountLink}`,
        ]),
    `If it was not you, choose a new password at once: ${forgotLink}`,
  ]
  return { to: email, subject: 'Your password was changed', text: paragraphs(text) }
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

/** Anyone may register anyone's address: a name that holds an address of the web must not reach a stranger as our words. */
export function greeting(name: string): string {
  return /[/:@\\]|[^\s.]\.[^\s.]/u.test(name) ? 'Hello,' : `Hello ${name},`
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

export function paragraphs(parts: string[]): string {
  return [...parts, 'Vesper'].join('\n\n') + '\n'
}
