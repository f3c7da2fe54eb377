import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { useForgetAnswers } from '../../core/api/use-cached-query.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { ActionCard } from './action-card.tsx'

export function ResetCache({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const sync = useSync()
  const forgetAnswers = useForgetAnswers()
  const [isAsking, setAsking] = useState(false)
  const reset = async () => {
    setAsking(false)
    try {
      await sync.resetCache()
      forgetAnswers()
      await showToast('success', t`The cache is cleared and downloads again from the server.`)
    } catch (error) {
      await showToast('error', errorMessage(error))
    }
    onDone()
  }
  return (
    <ActionCard
      title={<Trans>Reset the cache</Trans>}
      text={
        <Trans>Downloads your conversations and messages again. Unsent messages, drafts and their files stay.</Trans>
      }
      action={
        <Button kind="secondary" onClick={() => setAsking(true)}>
          <Trans>Reset cache</Trans>
        </Button>
      }
    >
      {isAsking && (
        <Dialog
          title={t`Reset the cache?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => void reset()}>
                <Trans>Reset cache</Trans>
              </Button>
              <Button kind="secondary" onClick={() => setAsking(false)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          }
        >
          <p>
            <Trans>You need a connection to read your messages again. Unsent changes stay.</Trans>
          </p>
        </Dialog>
      )}
    </ActionCard>
  )
}
