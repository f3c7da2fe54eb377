import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import type { OutgoingMail } from '../../../../infra/mail/smtp.ts'
import { greeting, paragraphs } from './mails.ts'
import type { Recipient } from './mails.ts'

const countries = new Intl.DisplayNames(['en'], { type: 'region' })

type Login = { userAgent: string; country: string | null; at: Date; link: string | null }

/** Tells the owner of a login from a device that the account did not know. */
export function newDeviceMail({ email, name }: Recipient, { userAgent, country, at, link }: Login): OutgoingMail {
  const device = deviceNameOf(userAgent).name ?? 'Unknown device'
  const place = country === null ? 'Unknown country' : (countries.of(country) ?? country)
  const text = [
    greeting(name),
    'someone, hopefully you, logged in to your account on a device that is new to it:',
    [device, place, inUtc(at)].join('\n'),
    ...notMe(link),
  ]
  return { to: email, subject: 'A new device logged in', text: paragraphs(text) }
}

/** The end of a mail about something that may be another person's doing. */
export function notMe(link: string | null): string[] {
  if (link === null) return ['If it was not you, choose a new password at once.']
  return ['This was not me: open this link within 7 days. It ends all sessions and starts a new password.', link]
}

/** A time as mails say it. */
export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
