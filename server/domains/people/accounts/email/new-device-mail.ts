import { deviceNameOf } from '@vesper/sync/vesper/device-name-of.ts'
import type { OutgoingMail } from '../../../../infra/mail/smtp.ts'
import { mailOf } from '../../../site/mails/mail-of.ts'
import type { MailValue } from '../../../site/mails/templates/template.ts'
import { nameInMail } from './mails.ts'
import type { Recipient } from './mails.ts'

const countries = {
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
  ar: new Intl.DisplayNames(['ar'], { type: 'region' }),
}

type Login = { userAgent: string; country: string | null; at: Date; link: string | null }

/** Tells the owner of a login from a device that the account did not know. */
export function newDeviceMail({ email, name }: Recipient, { userAgent, country, at, link }: Login): OutgoingMail {
  return mailOf('new-device', email, {
    name: nameInMail(name),
    device: deviceNameOf(userAgent).name ?? { en: 'Unknown device', ar: 'جهاز غير معروف' },
    country:
      country === null
        ? { en: 'Unknown country', ar: 'بلد غير معروف' }
        : { en: countries.en.of(country) ?? country, ar: countries.ar.of(country) ?? country },
    time: inUtc(at),
    notMe: notMeInMail(link),
  })
}

/** The way out, as the value of a template. */
export function notMeInMail(link: string | null): MailValue {
  const en = notMe(link).join('\n\n')
  if (link === null) return { en, ar: 'إن لم تكن أنت من فعل ذلك، فاختر كلمة مرور جديدة فورًا.' }
  const told = 'لم أكن أنا: افتح هذا الرابط خلال 7 أيام. سينهي جميع الجلسات ويبدأ كلمة مرور جديدة.'
  return { en, ar: `${told}\n\n${link}` }
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
