import { Trans, useLingui } from '@lingui/react/macro'
import { DeskMailList } from '@vesper/sync/vesper/api/desk-mails.ts'
import type { DeskMailHead, MailKey } from '@vesper/sync/vesper/api/desk-mails.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { languages } from '../../../core/preferences/languages.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { DeskTable } from '../desk-table.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { MailEditor } from './mail-editor.tsx'
import { useMailWords } from './use-mail-words.ts'

/** The mails whose words the operator may change, or the one that is edited. */
export function MailsTab() {
  const { t } = useLingui()
  const [chosen, choose] = useState<MailKey | null>(null)
  const { data, error, mutate } = useDeskAnswer('/desk/mails', DeskMailList)
  const close = () => {
    choose(null)
    void mutate()
  }
  if (chosen !== null) return <MailEditor mailKey={chosen} onClose={close} />
  if (data) return <MailTable mails={data.data} onChoose={choose} />
  if (error === undefined) return <Skeleton className="h-64 rounded-card" />
  const retry = () => void mutate()
  return <ErrorState title={t`The mails could not be loaded`} message={errorMessage(error)} onRetry={retry} />
}

type TableProps = { mails: readonly DeskMailHead[]; onChoose: (key: MailKey) => void }

function MailTable({ mails, onChoose }: TableProps) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const words = useMailWords()
  const standing = (changedAt: string | null) => (changedAt === null ? t`Default words` : t`Own words`)
  return (
    <div className="grid grid-cols-1 gap-4">
      <DeskTable
        label={t`Mails`}
        columns={[t`Mail`, languages.en.name, languages.ar.name, t`Action`]}
        rows={mails.map(({ _id, own, whyNot }) => {
          const name = words.mails[_id]
          return {
            id: _id,
            cells: [
              name,
              standing(own.en),
              standing(own.ar),
              <Button
                key="edit"
                kind="secondary"
                disabled={isOffline}
                aria-label={whyNot === null ? t`Edit ${name}` : t`Show ${name}`}
                onClick={() => onChoose(_id)}
              >
                {whyNot === null ? t`Edit` : t`Show`}
              </Button>,
            ],
          }
        })}
      />
      <p className="text-sm text-muted">
        <Trans>
          Decisions, answers to reports and appeals stay as the law asks for them. Warnings of a new address, a new bank
          account or a removed second factor stay too: they protect accounts.
        </Trans>
      </p>
    </div>
  )
}
