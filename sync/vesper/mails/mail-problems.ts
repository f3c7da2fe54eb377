import type { MailPlaceholder } from '../api/desk-mails.ts'
import { namesIn } from './render-mail.ts'
import type { MailWords } from './render-mail.ts'

export type MailProblem = { path: 'subject' | 'text'; message: string }

/** The first fault of each field: an unknown placeholder, one that must not be there, or a required one that is missing. */
export function mailProblems({ subject, text }: MailWords, placeholders: readonly MailPlaceholder[]): MailProblem[] {
  const known = new Map(placeholders.map((one) => [one.name, one]))
  const unknown = (names: readonly string[]) => names.find((name) => !known.has(name))
  const inSubject = namesIn(subject)
  const inText = namesIn(text)
  const misplaced = inSubject.find((name) => known.get(name)?.fitsSubject === false)
  const missing = placeholders.find(({ name, isRequired }) => isRequired && !inText.includes(name))?.name
  const ofSubject = unknownText(unknown(inSubject)) ?? misplacedText(misplaced)
  const ofText = unknownText(unknown(inText)) ?? missingText(missing)
  return [
    ...(ofSubject === null ? [] : [{ path: 'subject' as const, message: ofSubject }]),
    ...(ofText === null ? [] : [{ path: 'text' as const, message: ofText }]),
  ]
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

function braced(name: string): string {
  return `{${name}}`
}
