import { Trans } from '@lingui/react/macro'
import { DownloadLink } from '@vesper/sync/vesper/api/assets.ts'
import type { AssetView } from '@vesper/sync/vesper/records/asset.ts'
import { useLiveQuery } from 'dexie-react-hooks'
import { useUnit } from 'effector-react'
import { Download } from 'lucide-react'
import { callApi } from '../../../core/api/api.ts'
import { useToldAction } from '../../../core/api/use-action-with-toast.ts'
import { $offline } from '../../../core/connection/model.ts'
import { $user } from '../../../core/session/model.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button } from '../../../ui/button.tsx'
import { assetPath } from '../asset-kind.ts'

/** Saves the file of a digital product; nothing for accounts that neither own nor sell it. */
export function DownloadProduct({ product }: { product: AssetView }) {
  const { db } = useSync()
  const [viewer, isOffline] = useUnit([$user, $offline])
  const owns = useLiveQuery(
    async () => {
      const grants = await db.grants.toArray()
      return grants.some((grant) => grant.kind === 'entitlement' && grant.objectId === product._id)
    },
    [db, product._id],
    false,
  )
  const download = useToldAction(async () => {
    const path = `${assetPath('product', product._id)}/download-link`
    const { url } = await callApi({ path, answer: DownloadLink })
    // The server answers with an attachment: the page stays.
    location.assign(url)
  })
  if (product.type !== 'digital' || !(owns || viewer?._id === product.performer._id)) return null
  return (
    <Button
      className="justify-self-start"
      busy={download.busy}
      disabled={isOffline}
      icon={<Download className="size-5" aria-hidden="true" />}
      onClick={() => void download.run()}
    >
      <Trans>Download</Trans>
    </Button>
  )
}
