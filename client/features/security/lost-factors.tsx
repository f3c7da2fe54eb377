import { Trans, useLingui } from '@lingui/react/macro'
import { FactorResetAnswer } from '@vesper/sync/vesper/api/factors.ts'
import { useState } from 'react'
import { callApi } from '../../core/api/api.ts'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { formatDate } from '../../ui/text/date-format.ts'

/** The way out for an owner who has lost each second factor: they go in seven days, which the owner can stop. */
export function LostFactors({ challengeId }: { challengeId: string }) {
  const { t, i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const [dueAt, setDueAt] = useState<string | null>(null)
  const ask = useAction(async () => {
    const body = { challengeId }
    const answer = await callApi({ method: 'POST', path: '/auth/factor-reset', body, answer: FactorResetAnswer })
    setDueAt(answer.dueAt)
  })
  if (dueAt !== null) {
    const date = formatDate(new Date(dueAt), i18n.locale, { dateStyle: 'long', timeStyle: 'short' })
    return (
      <Notice tone="info">
        <p>
          <Trans>
            Your second factor is removed on {date}. Then your first step opens the account again. We write you three
            times until then.
          </Trans>
        </p>
      </Notice>
    )
  }
  if (!isOpen) {
    return (
      <Button kind="quiet" onClick={() => setIsOpen(true)}>
        <Trans>I have lost all of these</Trans>
      </Button>
    )
  }
  return (
    <section aria-label={t`All second factors lost`} className="grid gap-3">
      <p className="text-sm">
        <Trans>
          We can remove your second factor in seven days. Until then we write you three times, and every device that is
          logged in can stop it: so nobody takes your account who knows your password alone.
        </Trans>
      </p>
      <FormAlert text={ask.error === null ? null : errorMessage(ask.error)} />
      <Button kind="secondary" busy={ask.busy} onClick={() => void ask.run()}>
        <Trans>Remove it in seven days</Trans>
      </Button>
    </section>
  )
}
