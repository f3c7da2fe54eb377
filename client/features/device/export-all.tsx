import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { textOf } from '../../error-text.ts'
import { exportUnsent } from '../../export-unsent.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { useSync } from '../../with-sync.tsx'
import { ActionCard } from './action-card.tsx'

export function ExportAll({ account }: { account: string }) {
  const sync = useSync()
  const save = () => void exportUnsent(sync, account).catch((error: unknown) => showToast('error', textOf(error)))
  return (
    <ActionCard
      title={<Trans>Keep a copy of what is unsent</Trans>}
      text={<Trans>Saves everything that waits to be sent, and your drafts, as a file.</Trans>}
      action={
        <Button kind="secondary" icon={<Download className="size-4.5" />} onClick={save}>
          <Trans>Export everything unsent</Trans>
        </Button>
      }
    />
  )
}
