import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { exportOutbox } from '../../core/sync/export/export-outbox.ts'
import { ExportWord } from '../../core/sync/export/export-status.tsx'
import { useExportOutbox } from '../../core/sync/export/use-export-outbox.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ActionCard } from './action-card.tsx'

export function ExportAll({ account }: { account: string }) {
  const sync = useSync()
  const { exporting, save } = useExportOutbox((onProgress) => exportOutbox(sync, account, onProgress))
  return (
    <ActionCard
      title={<Trans>Export unsent changes</Trans>}
      text={<Trans>Saves your unsent changes and drafts, with their photos and videos, as one zip file.</Trans>}
      action={
        <Button
          kind="secondary"
          icon={<Download className="size-4.5" />}
          busy={exporting.state === 'running'}
          onClick={save}
        >
          <Trans>Export everything unsent</Trans>
        </Button>
      }
    >
      <ExportWord exporting={exporting} />
    </ActionCard>
  )
}
