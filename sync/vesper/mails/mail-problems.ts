import type { MailPlaceholder } from '../api/desk-mails.ts'
import { gluedIn } from './glued-in.ts'
import { hasAddress } from './has-address.ts'
import { namesIn, paragraphsOf, renderMail } from './render-mail.ts'
import type { MailWords } from './render-mail.ts'

export type MailProblem = { path: 'subject' | 'text'; message: string }
type Placeholders = readonly MailPlaceholder[]

/**
 * The first fault of each field: an unknown placeholder, one that must not be there, a required one that is missing or that
 * is left out with another one, an address beside those of placeholders, or a text that is empty for some receivers.
 */
export function mailProblems({ subject, text }: MailWords, placeholders: Placeholders): MailProblem[] {
  const ofSubject = subjectProblem(subject, placeholders)
  const ofText = textProblem(text, placeholders)
  return [
    ...(ofSubject === null ? [] : [{ path: 'subject' as const, message: ofSubject }]),
    ...(ofText === null ? [] : [{ path: 'text' as const, message: ofText }]),
  ]
}

function subjectProblem(subject: string, placeholders: Placeholders): string | null {
  const names = namesIn(subject)
  const misplaced = names.find((name) => placeholders.some((one) => one.name === name && !one.fitsSubject))
  return unknownText(unknown(names, placeholders)) ?? misplacedText(misplaced) ?? addressText(subject)
}

function textProblem(text: string, placeholders: Placeholders): string | null {
  const names = namesIn(text)
  const required = placeholders.filter(({ isRequired }) => isRequired)
  // Values that do not fit a subject are links, or may hold one.
  const links = placeholders.filter(({ fitsSubject }) => !fitsSubject).map(({ name }) => name)
  return (
    unknownText(unknown(names, placeholders)) ??
    missingText(required.find(({ name }) => !names.includes(name))?.name) ??
    gluedText(gluedIn(text, links)) ??
    addressText(text) ??
    droppedText(required.find((one) => isDropped(one.name, text, placeholders))?.name) ??
    emptyText(text, placeholders)
  )
}

function unknown(names: readonly string[], placeholders: Placeholders): string | undefined {
  return names.find((name) => placeholders.every((one) => one.name !== name))
}

/** Tells if each paragraph of a placeholder is left out where another one has no value. */
function isDropped(name: string, text: string, placeholders: Placeholders): boolean {
  const others = placeholders.filter((one) => one.isOptional && one.name !== name)
  return paragraphsOf(text)
    .map(namesIn)
    .filter((names) => names.includes(name))
    .every((names) => others.some((one) => names.includes(one.name)))
}

function unknownText(name: string | undefined): string | null {
  return name === undefined ? null : `This mail has no placeholder ${braced(name)}.`
}

function misplacedText(name: string | undefined): string | null {
  return name === undefined ? null : `Put ${braced(name)} into the text, not into the subject.`
}

function missingText(name: string | undefined): string | null {
  return name === undefined ? null : `Keep ${braced(name)} in the text. The mail is of no use without it.`
}

function gluedText(name: string | undefined): string | null {
  return name === undefined ? null : `Put a space before and after ${braced(name)}, so that it stays a link of its own.`
}

function addressText(words: string): string | null {
  if (!hasAddress(words)) return null
  return 'Take out each address, and full stops inside words. A mail has the links of its placeholders alone.'
}

function droppedText(name: string | undefined): string | null {
  return name === undefined ? null : `Put ${braced(name)} into another paragraph. Some mails are sent without this one.`
}

function emptyText(text: string, placeholders: Placeholders): string | null {
  const values = placeholders.map(({ name, isRequired, isOptional }) => [name, isRequired && !isOptional ? 'x' : ''])
  if (renderMail({ subject: 'x', text }, placeholders, Object.fromEntries(values) as Record<string, string>))
    return null
  return 'Write a paragraph that each mail has. Some would be empty.'
}

function braced(name: string): string {
  return `{${name}}`
}
