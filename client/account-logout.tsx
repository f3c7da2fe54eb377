import { useNavigate } from '@tanstack/react-router'
import { useUnit } from 'effector-react'
import { $line } from './features/connection/model.ts'
import { LogoutDialog } from './features/logout/logout-dialog.tsx'
import { countUnsent, exportUnsent, logOut, sendUnsent } from './logout.ts'

/** Takes an account off this device, after asking about what is unsent. */
export function AccountLogout({ account, onClose }: { account: string; onClose: () => void }) {
  const navigate = useNavigate()
  const isOffline = useUnit($line) === 'offline'
  return (
    <LogoutDialog
      isOffline={isOffline}
      count={() => countUnsent(account)}
      send={() => sendUnsent(account)}
      exportFile={() => exportUnsent(account)}
      leave={async () => {
        await logOut(account)
        onClose()
        await navigate({ to: '/auth/login', replace: true })
      }}
      onClose={onClose}
    />
  )
}
