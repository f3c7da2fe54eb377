import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import { mailOf } from '../../site/mails/mail-of.ts'
import { nameInMail } from '../accounts/email/mails.ts'
import type { Recipient } from '../accounts/email/mails.ts'

/** Tells a creator that fans can reach the account now. */
export function approvedMail({ email, name }: Recipient, studioLink: string): OutgoingMail {
  return mailOf('creator-approved', email, { name: nameInMail(name), link: studioLink })
}

/** Tells a creator why fans cannot reach the account. */
export function rejectedMail({ email, name }: Recipient, told: { reason: string; link: string }): OutgoingMail {
  return mailOf('creator-rejected', email, { name: nameInMail(name), ...told })
}
