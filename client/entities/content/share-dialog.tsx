import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Share2 } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'

type Props = { name: string; path: string; onClose: () => void }

/** Gives the address of a page: to copy, or to another app where the system can. */
export function ShareDialog({ name, path, onClose }: Props) {
  const { t } = useLingui()
  const url = new URL(path, location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      void showToast('success', t`Link copied`)
      onClose()
    } catch {
      void showToast('error', t`The link could not be copied. Select it and copy it yourself.`)
    }
  }
  // Rejects also when the user closes the sheet of the system.
  const share = () => navigator.share({ title: name, url }).then(onClose, () => {})
  return (
    <Dialog
      title={t`Share`}
      onClose={onClose}
      actions={
        <>
          <Button icon={<Copy className="size-5" aria-hidden="true" />} onClick={() => void copy()}>
            <Trans>Copy the link</Trans>
          </Button>
          {'share' in navigator && (
            <Button
              kind="secondary"
              icon={<Share2 className="size-5" aria-hidden="true" />}
              onClick={() => void share()}
            >
              <Trans>Share with another app</Trans>
            </Button>
          )}
        </>
      }
    >
      <TextField label={t`Link to ${name}`} value={url} readOnly dir="ltr" onFocus={(event) => event.target.select()} />
    </Dialog>
  )
}
