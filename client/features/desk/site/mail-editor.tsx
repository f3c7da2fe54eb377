import { Trans, useLingui } from '@lingui/react/macro'
import { DeskMail } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { MailKey, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import { LANGUAGES } from '@vesper/sync/vesper/records/preferences.ts'
import { useState } from 'react'
import { errorMessage, translated } from '../../../core/api/error-message.ts'
import { languages } from '../../../core/preferences/languages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { MailForm } from './mail-form.tsx'
import { MailPreview } from './mail-preview.tsx'
import { useMailWords } from './use-mail-words.ts'

/** Edits the words of one mail, in one language at a time. */
export function MailEditor({ mailKey, onClose }: { mailKey: MailKey; onClose: () => void }) {
  const { t } = useLingui()
  const words = useMailWords()
  const [language, choose] = useState<MailLanguage>('en')
  const { data, error, mutate } = useDeskAnswer(`/desk/mails/${mailKey}`, DeskMail)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="secondary" onClick={onClose}>
          <Trans>All mails</Trans>
        </Button>
        <h2 className="min-w-0 text-lg font-bold wrap-anywhere">{words.mails[mailKey]}</h2>
      </div>
      <SelectField
        label={t`Language`}
        hint={t`Receivers get the language that they chose for the app, else English. Where a language has no words of yours, the English ones are sent.`}
        value={language}
        onChange={(event) => choose(event.currentTarget.value as MailLanguage)}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {languages[one].name}
          </option>
        ))}
      </SelectField>
      {data && data.whyNot !== null ? (
        <MailOfAdmins whyNot={data.whyNot} mail={data} language={language} />
      ) : data ? (
        <MailForm key={language} mail={data} language={language} reload={() => mutate()} />
      ) : error === undefined ? (
        <Skeleton className="h-96 rounded-card" />
      ) : (
        <ErrorState
          title={t`This mail could not be loaded`}
          message={errorMessage(error)}
          onRetry={() => void mutate()}
        />
      )}
    </div>
  )
}

type OfAdmins = { whyNot: string; mail: DeskMail; language: MailLanguage }

/** The words of a mail that this account cannot change, and why. */
function MailOfAdmins({ whyNot, mail: { languages: words, placeholders }, language }: OfAdmins) {
  return (
    <>
      <Notice tone="info">{translated(whyNot)}</Notice>
      <MailPreview words={words[language]} placeholders={placeholders} language={language} />
    </>
  )
}
