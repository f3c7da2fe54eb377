import type { DecisionKind, Restriction } from '@vesper/sync/vesper/api/cases.ts'
import type { ReportTarget } from '@vesper/sync/vesper/api/reports.ts'
import { things } from '@vesper/sync/vesper/records/things.ts'
import type { OutgoingMail } from '../../../infra/mail/smtp.ts'
import type { Decision } from './entity.ts'

type Recipient = { email: string; name: string }

const PAUSED: Readonly<Record<Restriction, string>> = {
  ...{ publish: 'Publishing is paused', message: 'Sending messages is paused', comment: 'Commenting is paused' },
  ...{ sell: 'Selling is paused', report: 'Your reports wait until all others are answered' },
}
/** The rest of what a restriction stops. */
const MEANWHILE: Readonly<Record<Restriction, string>> = {
  publish: 'Meanwhile you cannot publish or go live. Scheduled posts wait.',
  message:
    'Meanwhile nobody gets messages or welcomes from you. Scheduled messages to many become drafts when their time comes.',
  comment: 'This includes the chat of live streams.',
  report: 'You can go on reporting.',
  sell: 'Meanwhile nothing of yours is sold, and you get no tips. Subscriptions are not renewed, and their fans are not charged.',
}
const CLAUSES: Readonly<Record<Decision['clause'], string>> = {
  ...{
    law: 'the law',
    minors: 'protection of minors',
    consent: 'consent of the people shown',
    impersonation: 'impersonation',
  },
  ...{
    harassment: 'harassment',
    hate: 'hate',
    violence: 'violence',
    'self-harm': 'self-harm',
    fraud: 'fraud',
    spam: 'spam',
  },
  ...{ copyright: 'copyright', privacy: 'privacy', other: 'other rules' },
}

/** The statement of reasons for the author: the decision, its ground and facts, its end, and how to appeal. */
export function statementMail({ email, name }: Recipient, decision: Decision, link: string): OutgoingMail {
  const { kind, ground, clause, facts, automated } = decision
  const basis = ground === 'illegal' ? 'It is against the law' : 'It is against our rules'
  const text = [
    `Hello ${name},`,
    sentenceOf(decision),
    ...(decision.kind === 'restrict' && decision.restrict ? [MEANWHILE[decision.restrict]] : []),
    ...(kind === 'restore' ? [`The reason: ${facts}`] : [`${basis} (${CLAUSES[clause]}). The facts: ${facts}`]),
    automated === 'none'
      ? 'A person decided this, without automated means.'
      : 'This followed by itself from decisions that people had made.',
    `Read the decision, and appeal it within six months if you disagree: ${link}`,
  ]
  return { to: email, subject: 'A decision about your account or content', text: `${text.join('\n\n')}\n` }
}

/** The outcome for a person who reported. `link` is null for a visitor. */
export function outcomeMail({ email, name }: Recipient, decision: Decision, link: string | null): OutgoingMail {
  const text = [
    `Hello${name === '' ? '' : ` ${name}`},`,
    `we have looked at your report (${noun(decision.objectType)}). ${OUTCOMES[decision.kind]}`,
    ...(link === null ? [] : [`Read the decision here: ${link}`]),
  ]
  return { to: email, subject: 'Your report was decided', text: `${text.join('\n\n')}\n` }
}

/** Word to a person who may decide that nobody works on the most urgent cases. */
export function alarmMail({ email, name }: Recipient, links: readonly string[]): OutgoingMail {
  const text = [
    `Hello ${name},`,
    'nobody works on these cases of the highest urgency. Claim them, and this mail does not come again in 15 minutes.',
    links.join('\n'),
  ]
  return { to: email, subject: 'Urgent cases wait', text: `${text.join('\n\n')}\n` }
}

/** The answer to an appeal. */
export function appealMail(
  { email, name }: Recipient,
  { isReversed, answer, link }: { isReversed: boolean; answer: string; link: string },
): OutgoingMail {
  const outcome = isReversed ? 'Your appeal was granted.' : 'The decision stays as it is.'
  const text = [
    `Hello ${name},`,
    `another person has looked at your appeal. ${outcome}`,
    answer,
    `Read more here: ${link}`,
  ]
  return { to: email, subject: 'Your appeal was decided', text: `${text.join('\n\n')}\n` }
}

const OUTCOMES: Readonly<Record<DecisionKind, string>> = {
  none: 'We found no breach of the law or of our rules.',
  warn: 'We have warned its author.',
  hide: 'Nobody but its author sees it any more.',
  restrict: 'We have restricted its author.',
  suspend: 'We have suspended the account.',
  restore: 'A former decision was taken back.',
}

function sentenceOf({ kind, objectType, restrict, until }: Decision): string {
  const end = until ? ` until ${until.toISOString().slice(0, 10)}` : ''
  const sentences: Readonly<Record<DecisionKind, string>> = {
    none: 'We found no breach.',
    warn: `we warn you because of this: ${noun(objectType)}.`,
    hide: `we have hidden this: ${noun(objectType)}. You alone see it.`,
    restrict: `${restrict ? PAUSED[restrict] : 'Your account is paused'}${end}.`,
    suspend: `your account is suspended${end}. You can still sign in to read this decision and appeal it.`,
    restore: `a former decision was taken back: ${noun(objectType)}.`,
  }
  return sentences[kind]
}

function noun(type: ReportTarget): string {
  return things[type].name
}
