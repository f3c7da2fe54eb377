import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; yes: ReactNode; onYes: () => void; onClose: () => void; children: ReactNode }

/** Asks before something is lost; `yes` is what the button says that does it. */
export function ConfirmDialog({ title, yes, onYes, onClose, children }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onClick={onYes}>
            {yes}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
