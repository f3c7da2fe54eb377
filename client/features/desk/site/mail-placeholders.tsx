import { Trans, useLingui } from '@lingui/react/macro'
import type { MailLanguage, MailPlaceholder } from '@vesper/sync/vesper/api/desk-mails.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useMailWords } from './use-mail-words.ts'

type Props = {
  placeholders: readonly MailPlaceholder[]
  language: MailLanguage
  /** Puts one into the text. */
  onPut: (name: string) => void
}

/** The parts of a mail that each receiver has a value of. */
export function MailPlaceholders({ placeholders, language, onPut }: Props) {
  const { t } = useLingui()
  const words = useMailWords()
  return (
    <section aria-label={t`Placeholders`} className="grid grid-cols-1 gap-2">
      <p className="text-sm text-muted">
        <Trans>Each receiver gets their own value in the place of a placeholder.</Trans>
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {placeholders.map(({ name, isRequired, isOptional, sample }) => {
          const placeholder = `{${name}}`
          return (
            <li key={name} className="grid grid-cols-[1fr_auto] items-center gap-2 border-t border-line pt-2 text-sm">
              <div className="min-w-0 wrap-anywhere">
                <p>
                  <code dir="ltr">{placeholder}</code> · {words.placeholders[name] ?? name}
                  {isRequired && ` · ${t`needed`}`}
                </p>
                <p className="text-muted">
                  <bdi lang={language}>{sample[language]}</bdi>
                </p>
                {isOptional && (
                  <p className="text-muted">
                    <Trans>Its paragraph is left out where there is no value.</Trans>
                  </p>
                )}
              </div>
              <Button kind="secondary" aria-label={t`Insert ${placeholder}`} onClick={() => onPut(name)}>
                <Trans>Insert</Trans>
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
