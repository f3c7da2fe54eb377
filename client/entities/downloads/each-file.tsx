import { Trans, useLingui } from '@lingui/react/macro'
import type { DownloadLinks } from '@vesper/sync/vesper/api/assets.ts'
import { useUnit } from 'effector-react'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useActionWithToast } from '../../core/api/use-action-with-toast.ts'
import { $offline } from '../../core/connection/model.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { bytes } from '../../ui/text/format-bytes.ts'
import { askForLinks, downloadOne, saveOneKept } from './download-files.ts'
import type { KeptFiles } from './kept/kept-files.ts'

type Props = { account: string; productId: string; title: string; kept: KeptFiles | null }

/** Each file of a product with its own download. The server is asked once somebody wants to see them. */
export function EachFile({ account, productId, title, kept }: Props) {
  const { t, i18n } = useLingui()
  const isOffline = useUnit($offline)
  const [links, setLinks] = useState<DownloadLinks | null>(null)
  const show = useActionWithToast(async () => setLinks(await askForLinks(productId)))
  const save = useActionWithToast(async (fileId: string) => {
    if (kept && (await saveOneKept(account, kept, fileId))) return
    setLinks(await downloadOne(productId, { links: links ?? (await askForLinks(productId)), fileId }))
  })
  const files = kept?.files ?? links?.files.map(({ _id, name, size }) => ({ fileId: _id, name, size }))
  if (!files) {
    return (
      <Button
        kind="quiet"
        className="justify-self-start"
        busy={show.busy}
        disabled={isOffline}
        aria-label={`${t`Show each file`}: ${title}`}
        onClick={() => void show.run()}
      >
        <Trans>Show each file</Trans>
      </Button>
    )
  }
  return (
    <ul role="list" aria-label={t`Files of ${title}`} className="grid divide-y divide-line">
      {files.map(({ fileId, name, size }) => (
        <li key={fileId} className="flex items-center gap-3 py-1">
          <p className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
            <bdi>{name}</bdi> <span className="text-muted">{bytes(size, i18n.locale)}</span>
          </p>
          <IconButton
            label={`${t`Download`}: ${name}`}
            disabled={save.busy || (isOffline && !kept)}
            onClick={() => void save.run(fileId)}
          >
            <Download className="size-5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
