import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import type { Contact } from '@vesper/sync/vesper/api/contact.ts'
import type { App } from '../../../app.ts'
import { audit } from '../../../infra/audit/audit.ts'
import { lock } from '../../../infra/database/lock.ts'
import type { Tx } from '../../../infra/database/transaction.ts'
import { limitKey } from '../../../infra/http/client-address.ts'
import { RateLimited } from '../../../infra/http/limits/rate-limits.ts'
import { ContactMessage } from './entity.ts'
import { contactMail } from './mails.ts'

const HOUR_MS = 3_600_000
const MAX_PER_HOUR = 5

/**
 * Keeps a message of the contact form, and has a mail tell of it after the commit. The same `_id` again is the same message.
 * Refuses the sixth of an address in an hour.
 */
export async function takeMessage(tx: Tx, form: Contact, ip: string): Promise<void> {
  const ipHash = hashOf(tx.app, ip)
  // Messages of one address that come at a time are counted one after another.
  await lock(tx, 'contact', ipHash)
  const id = (form._id ?? randomUUID()).toLowerCase()
  if (await tx.em.findOne(ContactMessage, { id })) return
  const since = new Date(tx.now.getTime() - HOUR_MS)
  const recent = { orderBy: { createdAt: 'desc' }, limit: MAX_PER_HOUR } as const
  const sent = await tx.em.find(ContactMessage, { ipHash, createdAt: { $gt: since } }, recent)
  const [first] = sent.slice(MAX_PER_HOUR - 1)
  if (first) throw tooMany(first.createdAt.getTime() - since.getTime())
  const { name, email, subject, message } = form
  const fields = { name, email, subject, message }
  tx.em.create(ContactMessage, { id, ...fields, userId: tx.actor?.userId ?? null, ipHash, createdAt: tx.now })
  const { contactAddress } = await tx.app.settings.readIn(tx)
  if (contactAddress !== '') tx.app.mailer.send(tx, contactMail(contactAddress, fields))
}

/** Notes that a message was answered, or that it is open again. */
export async function setAnswered(tx: Tx, id: string, isAnswered: boolean): Promise<void> {
  const message = await tx.em.findOne(ContactMessage, { id })
  if (!message) throw new Refusal('not-found', 'There is no such message.')
  const state = isAnswered ? ('answered' as const) : ('open' as const)
  if (message.state === state) return
  audit(tx, { action: `contact.${state}`, subjectId: id, before: { state: message.state }, after: { state } })
  tx.em.assign(message, { state, answeredAt: isAnswered ? tx.now : null })
}

function tooMany(waitMs: number): RateLimited {
  const message = 'You have sent us several messages. Please wait an hour before the next one.'
  return new RateLimited(Math.ceil(waitMs / 1_000), { message, details: [] })
}

/** A key of its own for this use: the hash tells nobody the address. */
function hashOf({ secret }: App, ip: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret[0].secret, '', 'contact-address', 32))
  return createHmac('sha256', key).update(limitKey(ip)).digest('hex')
}
