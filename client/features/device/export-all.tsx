import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { exportUnsent } from '../../export-unsent.ts'
import { ExportWord } from '../../export-word.tsx'
import { Button } from '../../ui/button.tsx'
import { useExport } from '../../use-export.ts'
import { useSync } from '../../with-sync.tsx'
import { ActionCard } from './action-card.tsx'

export function ExportAll({ account }: { account: string }) {
  const sync = useSync()
  const { exporting, save } = useExport((onProgress) => exportUnsent(sync, account, onProgress))
  return (
    <ActionCard
      title={<Trans>Keep a copy of what is unsent</Trans>}
      text={
        <Trans>
          Saves everything that waits to be sent, and your drafts, with their photos and videos, as one zip file.
        </Trans>
      }
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
