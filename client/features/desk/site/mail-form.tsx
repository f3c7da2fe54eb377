import { Trans } from '@lingui/react/macro'
import type { DeskMail, MailLanguage } from '@vesper/sync/vesper/api/desk-mails.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { EditorNotes } from './editor-notes.tsx'
import { MailInputs } from './mail-inputs.tsx'
import { MailPreview } from './mail-preview.tsx'
import { RestoreMail } from './restore-mail.tsx'
import { SendTestMail } from './send-test-mail.tsx'
import { useEdited } from './use-edited.ts'
import { useSave } from './use-save.ts'

type Props = { mail: DeskMail; language: MailLanguage; reload: () => Promise<unknown> }

/** The subject and text of a mail in one language, with its placeholders and the mail as it will look. */
export function MailForm({ mail, language, reload }: Props) {
  const isOffline = useUnit($offline)
  const [isRestoring, setRestoring] = useState(false)
  const { isOwn, version, ...standing } = mail.languages[language]
  const edited = useEdited(`mail:${mail._id}.${language}`, { values: standing, version })
  const { subject, text } = edited.values
  const path = `/desk/mails/${mail._id}/${language}`
  const save = useSave({
    ...{ reload, onSaved: edited.drop },
    send: () => callApi({ method: 'PUT', path, body: { version: edited.version, subject, text }, answer: Done }),
  })
  const isContested = edited.isContested && !save.busy
  const isEmpty = subject.trim() === '' || text.trim() === ''
  return (
    <div className="grid grid-cols-1 gap-4">
      {isContested && (
        <ChangedElsewhere onKeepMine={edited.keepMine} onTakeTheirs={edited.drop}>
          {`${standing.subject}\n\n${standing.text}`}
        </ChangedElsewhere>
      )}
      <MailInputs mail={mail} language={language} edited={edited} error={save.error} />
      <EditorNotes error={isContested ? null : save.error} isOffline={isOffline} />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={save.busy}
          disabled={isOffline || isContested || isEmpty || !edited.isChanged}
          onClick={() => void save.run()}
        >
          <Trans>Save mail</Trans>
        </Button>
        {edited.isChanged && (
          <Button kind="quiet" disabled={save.busy} onClick={edited.drop}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
        {isOwn && (
          <Button kind="secondary" disabled={isOffline || save.busy} onClick={() => setRestoring(true)}>
            <Trans>Use the default again</Trans>
          </Button>
        )}
      </div>
      <MailPreview words={{ subject, text }} placeholders={mail.placeholders} language={language} />
      <SendTestMail path={`${path}/test`} words={{ subject, text }} isDisabled={isOffline || isEmpty} />
      {isRestoring && (
        <RestoreMail
          path={`${path}/restore`}
          version={version}
          onClose={() => setRestoring(false)}
          onRestored={async () => {
            edited.drop()
            await reload()
            setRestoring(false)
          }}
        />
      )}
    </div>
  )
}
