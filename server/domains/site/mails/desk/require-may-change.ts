import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { ACCOUNT_MAIL_KEYS } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { MailKey } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { App } from '../../../../app.ts'
import { audit } from '../../../../infra/audit/audit.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor } from '../../../../infra/database/transaction.ts'
import { requireFresh } from '../../../../infra/http/require-fresh.ts'

/** Seconds within which an admin has to have stepped up. */
const FRESH_S = 300
const NEEDS = 'site.settings'

/** Why staff cannot change a mail; null where they can. */
export function whyNotChange({ desk }: Actor, key: MailKey): string | null {
  if (!isOfAccounts(key) || desk?.permissions.includes(NEEDS) === true) return null
  return 'Only admins change this mail, since it protects accounts.'
}

/**
 * Refuses staff who may not change a mail, as `forbidden` and audited, and for mails that open or save an account also a
 * session without a fresh step-up.
 */
export async function requireMayChange(app: App, actor: Actor, key: MailKey): Promise<void> {
  const whyNot = whyNotChange(actor, key)
  if (whyNot !== null) {
    const refused = { action: 'desk.refused', subjectId: actor.userId, after: { needs: NEEDS } }
    await transact(app, actor, (tx) => Promise.resolve(audit(tx, refused)))
    throw new Refusal('forbidden', whyNot)
  }
  if (isOfAccounts(key)) await requireFresh(app, actor, { fresh: FRESH_S })
}

function isOfAccounts(key: MailKey): boolean {
  return ACCOUNT_MAIL_KEYS.some((one) => one === key)
}
