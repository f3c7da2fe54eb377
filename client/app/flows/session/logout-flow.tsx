import { useNavigate } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { Suspense } from 'react'
import { $line, $syncStatus } from '../../../core/connection/model.ts'
import { lazyAgain } from '../../../core/i18n/lazy-with-texts.ts'
import { $session } from '../../../core/session/model.ts'
import { useExportOutbox } from '../../../core/sync/export/use-export-outbox.ts'
import { LogoutDialog } from '../../../features/logout/logout-dialog.tsx'
import { countUnsent, exportBeforeLeaving, logOut, sendUnsent } from './logout.ts'

const ExportWord = lazyAgain(
  async () => (await import('../../../core/sync/export/export-status.tsx')).ExportWord,
  'pages',
)

/** Takes an account off this device, after asking about what is unsent. */
export function AccountLogout({ account, onClose }: { account: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [line, status, { state }] = useUnit([$line, $syncStatus, $session])
  const seeRefused = () => {
    onClose()
    void navigate({ to: '/outbox' })
  }
  const { exporting, save } = useExportOutbox((onProgress) => exportBeforeLeaving(account, onProgress))
  return (
    <LogoutDialog
      isOffline={line === 'offline'}
      count={() => countUnsent(account)}
      news={status}
      send={() => sendUnsent(account)}
      save={save}
      isSaving={exporting.state === 'running'}
      saved={
        <Suspense fallback={null}>
          <ExportWord exporting={exporting} />
        </Suspense>
      }
      leave={async () => {
        await logOut(account)
        onClose()
        await navigate({ to: '/auth/login', replace: true })
      }}
      onSeeRefused={state === 'signed-in' ? seeRefused : undefined}
      onClose={onClose}
    />
  )
}
