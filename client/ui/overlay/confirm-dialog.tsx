import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  yes: ReactNode
  /** 'Cancel' unless told. */
  no?: ReactNode
  /** The look of `yes`: something is lost, unless told. */
  tone?: 'danger' | 'primary'
  busy?: boolean
  failure?: string | null
  onYes: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is done that cannot be taken back; `yes` is what the button says that does it. */
export function ConfirmDialog({ yes, no, tone = 'danger', busy = false, onYes, children, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button kind={tone} busy={busy} onClick={onYes}>
            {yes}
          </Button>
          <Button kind="secondary" onClick={dialog.onClose}>
            {no ?? <Trans>Cancel</Trans>}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
