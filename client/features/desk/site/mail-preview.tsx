import { useLingui } from '@lingui/react/macro'
import type { MailLanguage, MailPlaceholder } from '@vesper/sync/vesper/api/desk-mails.ts'
import { renderMail } from '@vesper/sync/vesper/mails/render-mail.ts'

type Props = {
  words: { subject: string; text: string }
  placeholders: readonly MailPlaceholder[]
  language: MailLanguage
}

/** The mail with sample values. Words that could not be sent have none. */
export function MailPreview({ words, placeholders, language }: Props) {
  const { t } = useLingui()
  const samples = Object.fromEntries(placeholders.map(({ name, sample }) => [name, sample[language]]))
  const mail = renderMail(words, placeholders, samples)
  if (!mail) return null
  return (
    <section
      aria-label={t`Preview`}
      className="grid grid-cols-1 gap-2 rounded-card border border-line bg-surface p-4 wrap-anywhere"
    >
      <p className="text-sm text-muted">{t`Preview`}</p>
      <h3 lang={language} dir="auto" className="font-bold">
        {mail.subject}
      </h3>
      <p lang={language} dir="auto" className="whitespace-pre-line">
        {mail.text}
      </p>
    </section>
  )
}
