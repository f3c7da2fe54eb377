import { useLingui } from '@lingui/react/macro'
import { MAIL_SUBJECT_MAX, MAIL_TEXT_MAX } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { DeskMail, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import { mailProblems } from '@vesper/sync/vesper/mails/mail-problems.ts'
import { useRef } from 'react'
import { fieldErrors, translated } from '../../../core/api/error-message.ts'
import { TextArea, TextField } from '../../../ui/form/text-field.tsx'
import { MailPlaceholders } from './mail-placeholders.tsx'
import type { Edited } from './use-edited.ts'

type Words = Edited<{ subject: string; text: string }, number>
/** `error`: of the last save, null for none. */
type Props = { mail: DeskMail; language: MailLanguage; edited: Words; error: unknown }

/** The subject and text of a mail, with the faults of each, and the placeholders that fit into the text. */
export function MailInputs({ mail, language, edited, error }: Props) {
  const { t } = useLingui()
  const area = useRef<HTMLTextAreaElement>(null)
  const { subject, text } = edited.values
  const wrong = { ...problemsOf(mail, edited), ...fieldErrors(error, ['subject', 'text']) }
  return (
    <>
      <TextField
        label={t`Subject`}
        lang={language}
        dir="auto"
        error={wrong.subject}
        maxLength={MAIL_SUBJECT_MAX}
        value={subject}
        onChange={(event) => edited.type({ subject: event.currentTarget.value })}
      />
      <TextArea
        ref={area}
        label={t`Text`}
        lang={language}
        hint={t`An empty line ends a paragraph.`}
        error={wrong.text}
        className="max-h-[32rem] min-h-60"
        maxLength={MAIL_TEXT_MAX}
        value={text}
        onChange={(event) => edited.type({ text: event.currentTarget.value })}
      />
      <MailPlaceholders
        placeholders={mail.placeholders}
        language={language}
        onPut={(name) => edited.type({ text: withPlaceholder(text, name, area.current) })}
      />
    </>
  )
}

/** The faults that the server would refuse, in the words of the reader. Words that nobody has typed here have none. */
function problemsOf({ placeholders }: DeskMail, { values, isChanged }: Words): { subject?: string; text?: string } {
  if (!isChanged) return {}
  return Object.fromEntries(
    mailProblems(values, placeholders).map(({ path, message }) => [path, translated(message)] as const),
  )
}

/** The text with a placeholder where the cursor stands; at the end where it stands nowhere. */
function withPlaceholder(text: string, name: string, area: HTMLTextAreaElement | null): string {
  const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length]
  return `${text.slice(0, from)}{${name}}${text.slice(to)}`
}
