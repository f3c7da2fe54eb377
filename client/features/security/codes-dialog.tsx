import { Trans, useLingui } from '@lingui/react/macro'
import { saveFile } from '../../core/media/download-blob.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** Shows new recovery codes, which nobody can read again. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const shown = codes.map((code) => code.match(/.{1,6}/g)?.join('-') ?? code)
  const save = () => saveFile(new Blob([`${shown.join('\n')}\n`], { type: 'text/plain' }), 'vesper-recovery-codes.txt')
  return (
    <Dialog
      title={t`Recovery codes`}
      onClose={onClose}
      actions={
        <>
          <Button kind="secondary" onClick={save}>
            <Trans>Save as a file</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>I have kept them</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Each code opens your account once where you have no second factor at hand. They are shown only now.
        </Trans>
      </p>
      <ul role="list" aria-label={t`Recovery codes`} dir="ltr" className="grid gap-1 font-mono text-sm text-ink">
        {shown.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
