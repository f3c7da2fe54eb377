import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { MailKey, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import { MAIL_KEYS } from '@vesper/sync/vesper/api/desk-mails.ts'
import { mailProblems } from '@vesper/sync/vesper/mails/mail-problems.ts'
import { renderMail } from '@vesper/sync/vesper/mails/render-mail.ts'
import type { MailWords } from '@vesper/sync/vesper/mails/render-mail.ts'
import type { TemplateUse } from '../../../infra/mail/entity.ts'
import { MailTemplate } from './entity.ts'
import { valuesIn } from './mail-of.ts'
import { placeholdersOf } from './templates/templates.ts'

type Waiting = { id: string; to: string; template?: TemplateUse | null | undefined }
type Changed = MailWords & { key: MailKey; language: MailLanguage }

/**
 * The operator's words for mails, by the id of the mail; without an entry its default words stand. They are in the
 * language that the receiver has chosen for the app, else in English. Words that no longer fit the mail are left aside.
 */
export async function wordMails(
  em: SqlEntityManager,
  mails: readonly Waiting[],
): Promise<ReadonlyMap<string, MailWords>> {
  const built = mails.flatMap(({ template, ...mail }) => (template && isKey(template.key) ? { ...mail, template } : []))
  const changed = await changedWords(
    em,
    built.map(({ template }) => template.key),
  )
  const worded = built.filter(({ template }) => changed.some(({ key }) => key === template.key))
  if (worded.length === 0) return new Map()
  const languages = await languagesOf(
    em,
    worded.map(({ to }) => to),
  )
  return new Map(
    worded.flatMap(({ id, to, template }) => {
      const words = wordsFor(template, changed, languages.get(to) ?? 'en')
      return words ? [[id, words] as const] : []
    }),
  )
}

function isKey(key: string): key is MailKey {
  return MAIL_KEYS.some((one) => one === key)
}

async function changedWords(em: SqlEntityManager, keys: readonly string[]): Promise<Changed[]> {
  if (keys.length === 0) return []
  const rows = await em.find(MailTemplate, { key: { $in: [...new Set(keys)] }, subject: { $ne: null } })
  return rows.flatMap(({ key, language, subject, text }) =>
    isKey(key) && subject != null && text != null ? [{ key, language, subject, text }] : [],
  )
}

/** English words of the operator reach a receiver of another language too: the default ones are in English. */
function wordsFor({ key, values }: TemplateUse, changed: readonly Changed[], language: MailLanguage): MailWords | null {
  for (const tried of new Set<MailLanguage>([language, 'en'])) {
    const found = changed.find((one) => one.key === key && one.language === tried)
    const words = found && fitted(found, valuesIn(values, tried))
    if (words) return words
  }
  return null
}

/** A later release may ask for other placeholders than the one in which the words were saved. */
function fitted({ key, subject, text }: Changed, values: Readonly<Record<string, string>>): MailWords | null {
  const placeholders = placeholdersOf(key, '')
  if (mailProblems({ subject, text }, placeholders).length > 0) return null
  const words = renderMail({ subject, text }, placeholders, values)
  return words && { ...words, text: `${words.text}\n` }
}

/** The languages that the accounts of addresses have chosen. An address yet to be confirmed is its oldest account's. */
async function languagesOf(
  em: SqlEntityManager,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, MailLanguage>> {
  const rows = await em.execute<{ address: string; language: MailLanguage }[]>(
    `select wanted.address, preferences.language
       from jsonb_array_elements_text(?::jsonb) as wanted(address)
       cross join lateral (
         select u.id from "user" u where u.email = wanted.address or u.pending_email = wanted.address
          order by u.email = wanted.address desc nulls last, u.created_at limit 1) account
       join preferences on preferences.user_id = account.id
      where preferences.language is not null`,
    [JSON.stringify([...new Set(addresses)])],
  )
  return new Map(rows.map(({ address, language }) => [address, language]))
}
