import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { MAIL_KEYS } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { DeskMail, DeskMailHead, MailKey, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { MailTemplate } from '../entity.ts'
import { defaultWords, placeholdersOf } from '../templates/templates.ts'
import { whyNotChange } from './require-may-change.ts'

/** Every mail whose words can be changed, where they are, and whether `actor` may. */
export async function deskMails(em: SqlEntityManager, actor: Actor): Promise<DeskMailHead[]> {
  const rows = await em.find(MailTemplate, { subject: { $ne: null } })
  return MAIL_KEYS.map((key) => {
    const changedAt = (language: MailLanguage) =>
      rows.find((row) => row.key === key && row.language === language)?.updatedAt.toISOString() ?? null
    return { _id: key, whyNot: whyNotChange(actor, key), own: { en: changedAt('en'), ar: changedAt('ar') } }
  })
}

/** One mail as staff edit it. `publicUrl`: the address of the site, for samples. */
export async function deskMail(
  em: SqlEntityManager,
  { key, actor, publicUrl }: { key: MailKey; actor: Actor; publicUrl: string },
): Promise<DeskMail> {
  const rows = await em.find(MailTemplate, { key })
  const standing = (language: MailLanguage) => {
    const row = rows.find((one) => one.language === language)
    const [version, own] = [row?.version ?? 0, row && ownWords(row)]
    return own ? { ...own, isOwn: true, version } : { ...defaultWords(key), isOwn: false, version }
  }
  return {
    _id: key,
    whyNot: whyNotChange(actor, key),
    placeholders: placeholdersOf(key, publicUrl),
    default: defaultWords(key),
    languages: { en: standing('en'), ar: standing('ar') },
  }
}

function ownWords({ subject, text }: MailTemplate) {
  return subject == null || text == null ? null : { subject, text }
}
