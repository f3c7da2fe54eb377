import type { MailPlaceholder } from '../api/desk-mails.ts'

export type MailWords = { subject: string; text: string }

/** Braces in a line, with the spaces before them. */
const IN_BRACES = /([ \u00a0]*)\{([^{}\n]*)\}/g
/** The column of a subject has as many characters. */
const SUBJECT_MAX = 200

/** The parts of a text between empty lines. */
export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/)
}

/** The names between braces in a text, each once. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(IN_BRACES)].map(([, , name = '']) => name))]
}

/**
 * Puts values in the place of their placeholders, as they are: a value with braces is not read again. An empty value takes
 * the spaces before it along. A paragraph with an optional placeholder that has no value is left out. Answers null where
 * `values` lacks a name, and for a subject or a text that becomes empty.
 */
export function renderMail(
  { subject, text }: MailWords,
  placeholders: readonly Pick<MailPlaceholder, 'name' | 'isOptional'>[],
  values: Readonly<Record<string, string>>,
): MailWords | null {
  if (namesIn(`${subject}\n${text}`).some((name) => !Object.hasOwn(values, name))) return null
  const isLeftOut = (paragraph: string) =>
    namesIn(paragraph).some(
      (name) => values[name] === '' && placeholders.some((one) => one.name === name && one.isOptional),
    )
  const put = (part: string) =>
    part.replaceAll(IN_BRACES, (_braces, spaces: string, name: string) => {
      const value = values[name] ?? ''
      return value === '' ? '' : spaces + value
    })
  const paragraphs = paragraphsOf(text).filter((paragraph) => !isLeftOut(paragraph))
  const line = put(subject)
    .replaceAll(/[\s\p{Control}]+/gu, ' ')
    .trim()
  const rendered = paragraphs.map(put).join('\n\n')
  if (line === '' || rendered.trim() === '') return null
  return { subject: Array.from(line).slice(0, SUBJECT_MAX).join(''), text: rendered }
}
