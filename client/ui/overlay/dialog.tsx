import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { Notice } from '../form/notice.tsx'
import { useModal } from './use-modal.ts'

type Props = {
  title: string
  /** Called by Escape, by the close button, and by a press outside. */
  onClose: () => void
  children: ReactNode
  /** Tells why the last action failed. A toast would stand behind the dialog. */
  failure?: ReactNode
  actions?: ReactNode
}

/**
 * A modal question: a sheet from below on a phone, a card in the middle elsewhere. It is open as long as it is rendered;
 * the browser's own `<dialog>` keeps the focus inside.
 */
export function Dialog({ title, onClose, children, failure = null, actions }: Props) {
  const { t } = useLingui()
  const id = useId()
  const dialog = useModal(onClose)
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={cx(
        'mb-0 w-full max-w-full animate-enter rounded-t-sheet border border-line bg-surface p-0 shadow-float',
        'md:mb-auto md:w-[28rem] md:rounded-sheet',
      )}
    >
      <div className="grid gap-4 p-6 pb-[max(1.5rem,var(--safe-bottom))]">
        <div className="flex items-start gap-3">
          <h2 id={id} className="flex-1 pt-1.5 text-lg font-bold">
            {title}
          </h2>
          <IconButton label={t`Close`} onClick={onClose} className="-me-2 text-muted">
            <X className="size-5" />
          </IconButton>
        </div>
        <div className="grid gap-4 text-base text-muted">{children}</div>
        <div role="alert" className="empty:absolute">
          {failure !== null && <Notice tone="danger">{failure}</Notice>}
        </div>
        {actions && <div className="mt-2 grid gap-2.5">{actions}</div>}
      </div>
    </dialog>
  )
}
