import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { MailKey, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import { mailProblems } from '@vesper/sync/vesper/mails/mail-problems.ts'
import { renderMail } from '@vesper/sync/vesper/mails/render-mail.ts'
import type { MailWords } from '@vesper/sync/vesper/mails/render-mail.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { Mail } from '../../../infra/mail/entity.ts'
import { MailTemplate } from './entity.ts'
import { valuesIn } from './mail-of.ts'
import { placeholdersOf } from './templates/templates.ts'

export type MailName = { key: MailKey; language: MailLanguage }
type Seen = { name: MailName; version: number }

/**
 * Puts the operator's words in the place of the default ones, audited with the words, so that former ones can be read. Words that stand already change nothing. Refuses as
 * `invalid` a placeholder that is unknown, misplaced or missing, as `conflict` where another person has changed them since
 * `version`.
 */
export async function saveMail(tx: Tx, { name, version, words }: Seen & { words: MailWords }): Promise<void> {
  requireFit(tx, name, words)
  await lock(tx, 'mail-template', idOf(name))
  const standing = await tx.em.findOne(MailTemplate, name)
  if (standing?.subject === words.subject && standing.text === words.text) return
  requireSeen(standing, version)
  write(tx, { name, standing, words })
  const text = `${words.subject}\n\n${words.text}`
  audit(tx, { action: 'mail.save', subjectId: idOf(name), before: version, after: version + 1, text })
}

/** Brings the default words back, audited. Where they stand already, nothing changes. Refuses as `conflict` as above. */
export async function restoreMail(tx: Tx, { name, version }: Seen): Promise<void> {
  await lock(tx, 'mail-template', idOf(name))
  const standing = await tx.em.findOne(MailTemplate, name)
  if (!standing || standing.subject == null) return
  requireSeen(standing, version)
  write(tx, { name, standing, words: { subject: null, text: null } })
  audit(tx, { action: 'mail.restore', subjectId: idOf(name), before: version, after: version + 1 })
}

type Test = { id: string; name: MailName; words: MailWords; to: string }

/** Sends words that are not saved yet to one address, with samples for values. The same id again sends nothing more. */
export async function sendTestMail(tx: Tx, { id, name, words, to }: Test): Promise<void> {
  requireFit(tx, name, words)
  await lock(tx, 'mail-template', id)
  if (await tx.em.findOne(Mail, { id })) return
  const placeholders = placeholdersOf(name.key, tx.app.config.publicUrl)
  const samples = Object.fromEntries(placeholders.map((one) => [one.name, one.sample]))
  const rendered = renderMail(words, placeholders, valuesIn(samples, name.language))
  if (rendered) tx.app.mailer.send(tx, { id, to, subject: `Test: ${rendered.subject}`, text: `${rendered.text}\n` })
}

function requireFit(tx: Tx, { key }: MailName, words: MailWords): void {
  const problems = mailProblems(words, placeholdersOf(key, tx.app.config.publicUrl))
  const [first] = problems
  if (first) throw new Refusal('invalid', first.message, problems)
}

function requireSeen(standing: MailTemplate | null, version: number): void {
  const now = standing?.version ?? 0
  if (now === version) return
  const details = [{ path: 'version', message: String(now) }]
  throw new Refusal('conflict', 'Another person has changed this mail. Look again.', details)
}

type Written = {
  name: MailName
  standing: MailTemplate | null
  words: { subject: string | null; text: string | null }
}

function write(tx: Tx, { name, standing, words }: Written): void {
  const by = { updatedAt: tx.now, updatedBy: tx.actor?.userId ?? null }
  if (standing) tx.em.assign(standing, { ...words, ...by, version: standing.version + 1 })
  else tx.em.create(MailTemplate, { ...name, ...words, ...by, version: 1 })
}

/** The subject of the words in the audit. */
function idOf({ key, language }: MailName): string {
  return `${key}.${language}`
}
