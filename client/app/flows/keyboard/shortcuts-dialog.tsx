import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ShortcutsSwitch } from './shortcuts-switch.tsx'

/** Lists the shortcuts of the keyboard. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const shortcuts = [
    { keys: ['?'], does: t`Keyboard shortcuts` },
    { keys: ['/'], does: t`Find anything` },
    { keys: ['Ctrl', 'K'], does: t`Find anything (⌘ K on a Mac)` },
    { keys: ['j'], does: t`Next in the list` },
    { keys: ['k'], does: t`Previous in the list` },
    { keys: ['g', 'h'], does: t`Home` },
    { keys: ['g', 'm'], does: t`Messages` },
    { keys: ['g', 'n'], does: t`Notifications` },
  ]
  return (
    <Dialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys.join(' ')} className="contents">
            <dt dir="ltr" className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-8 rounded-lg border border-control bg-raised px-2 py-1 text-center text-sm text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm">
        <Trans>Keys do nothing here while you write in a field.</Trans>
      </p>
      <ShortcutsSwitch />
    </Dialog>
  )
}
