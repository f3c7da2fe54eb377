import type { MailKey, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import { renderMail } from '@vesper/sync/vesper/mails/render-mail.ts'
import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import type { MailValue } from './templates/template.ts'
import { defaultWords, placeholdersOf } from './templates/templates.ts'
import type { mailTemplates } from './templates/templates.ts'

/** A value for each placeholder of a mail. An empty one stands for none. */
export type MailValues<Key extends MailKey> = Readonly<
  Record<keyof (typeof mailTemplates)[Key]['placeholders'], MailValue>
>

/**
 * A mail in its default words. It keeps its values until it is sent, so that the operator's words can take the place of the
 * default at that time.
 */
export function mailOf<Key extends MailKey>(key: Key, to: string, values: MailValues<Key>): OutgoingMail {
  const words = renderMail(defaultWords(key), placeholdersOf(key, ''), valuesIn(values, 'en'))
  if (!words) throw new Error(`The mail ${key} lacks a value`)
  return { to, subject: words.subject, text: `${words.text}\n`, template: { key, values } }
}

/** The same values in one language. */
export function valuesIn(
  values: Readonly<Record<string, MailValue>>,
  language: MailLanguage,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : value[language]]),
  )
}
