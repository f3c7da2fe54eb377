import type { ApprovalKindName } from '@vesper/sync/vesper/api/staff.ts'
import type { OutgoingMail } from '../../../infra/mail/smtp.ts'

const DEEDS: Readonly<Record<ApprovalKindName, string>> = {
  ...{ 'staff.grant': 'to give an account a part', 'staff.revoke': 'to take a part away' },
  ...{ 'settings.change': 'to change a setting', 'payout.approve': 'to approve a payout' },
  ...{ 'charge.refund': 'to refund a payment', 'tokens.grant': 'to give tokens' },
  'conversation.look': 'to look at a conversation',
  'user.factor-reset': 'to remove the second factors of a creator',
}

/** The subject of the mail with the head of the audit. */
export const AUDIT_HEAD = 'The audit of this week'

type Recipient = { email: string; name: string }

/** Tells an admin that somebody will decide alone, since nobody else has the permission. */
export function aloneMail({ email, name }: Recipient, kind: ApprovalKindName, siteUrl: string): OutgoingMail {
  const text = [
    `Hello ${name},`,
    `a request ${DEEDS[kind]} waits for a second person. Nobody else has the permission, so the person who asked can go on alone after 24 hours.`,
    `Look at it here: ${siteUrl}/desk/approvals`,
  ]
  return { to: email, subject: 'A request waits for a second person', text: `${text.join('\n\n')}\n` }
}

/** Tells an admin where the audit ends. Kept apart from the database, it shows if that is ever written anew. */
export function auditHeadMail({ email, name }: Recipient, head: { entries: number; head: string }): OutgoingMail {
  const text = [
    `Hello ${name},`,
    `the audit of the site has ${head.entries} entries. The hash of the last one is:`,
    head.head,
    'Keep this mail: a database that somebody writes anew has another hash at this entry.',
  ]
  return { to: email, subject: AUDIT_HEAD, text: `${text.join('\n\n')}\n` }
}
