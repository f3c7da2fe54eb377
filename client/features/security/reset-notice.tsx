import { Trans, useLingui } from '@lingui/react/macro'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { callApi } from '../../core/api/api.ts'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { announce } from '../../ui/text/announcer.tsx'
import { formatDate } from '../../ui/text/date-format.ts'

/** Tells that somebody has asked to remove all second factors, with the button that stops it. */
export function ResetNotice({ dueAt, onStopped }: { dueAt: string; onStopped: () => Promise<void> }) {
  const { t, i18n } = useLingui()
  const stop = useActionWithToast(async () => {
    await callApi({ method: 'POST', path: '/auth/users/me/factor-reset/stop', body: {}, answer: Done })
    await onStopped()
    announce(t`Stopped. Your second factor stays.`)
  })
  const date = formatDate(new Date(dueAt), i18n.locale, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Notice tone="warning">
      <div className="grid justify-items-start gap-3">
        <p>
          <Trans>
            Somebody who knows your first step has asked to remove all second factors. They go on {date}. If it was not
            you, stop this and choose a new password.
          </Trans>
        </p>
        <Button kind="secondary" busy={stop.busy} onClick={() => void stop.run()}>
          <Trans>Keep my second factor</Trans>
        </Button>
      </div>
    </Notice>
  )
}
