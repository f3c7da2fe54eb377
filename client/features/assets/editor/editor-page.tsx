import { Trans, useLingui } from '@lingui/react/macro'
import { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { MoonStar } from 'lucide-react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import type { Contents } from '../../../core/sync/list-availability.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { useBrought } from '../../../core/sync/use-brought.ts'
import type { Failed } from '../../../core/sync/use-brought.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { ownAssetPath } from '../asset-path.ts'
import { Editor } from './editor.tsx'
import type { EditorProps } from './editor.tsx'
import { useOwnAsset } from './use-own-assets.ts'

/** `isNew`: the author begins it here. Otherwise the fields of an asset that this device lacks are unknown, not empty. */
type PageProps = EditorProps & { isNew: boolean; contents: Contents; isOffline: boolean }

/** Where a creator makes and edits a gallery, a video or a product; without a connection too. */
export function AssetEditorPage({ isNew, contents, isOffline, ...props }: PageProps) {
  const { kind, assetId } = props
  const sync = useSync()
  const found = useOwnAsset(assetId)
  const lack = useBrought({
    isLacking: found?.asset === null && !isNew,
    isOffline,
    contents,
    bring: async () => {
      const asset = await callApi({ path: `${ownAssetPath(kind, assetId)}/view`, answer: OwnAsset })
      await sync.storePage('own-assets', [asset])
    },
  })
  if (!found) return <Loading />
  if (found.asset?.status === 'removed' || (found.asset && found.asset.kind !== kind)) return <Gone />
  if (found.asset || isNew) return <Editor {...props} asset={found.asset} sending={found.sending} />
  if (lack.state === 'loading') return <Loading />
  if (lack.state === 'failed') return <NotLoaded {...lack} />
  return lack.isOffline ? <NotHere /> : <Gone />
}

function Gone() {
  const { t } = useLingui()
  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState heading="h1" icon={<MoonStar />} title={t`This was deleted`} action={<BackButton />}>
        <Trans>It was deleted here or on another device.</Trans>
      </EmptyState>
    </main>
  )
}

function Loading() {
  return (
    <main aria-busy="true" className="safe-x mx-auto grid w-full max-w-3xl content-start gap-5 py-6">
      <Skeleton className="h-10 w-48" />
      <Skeleton className="h-12 rounded-control" />
      <Skeleton className="h-40 rounded-control" />
    </main>
  )
}

function NotHere() {
  const { t } = useLingui()
  return (
    <main className="grid flex-1 place-items-center">
      <EmptyState heading="h1" icon={<MoonStar />} title={t`Not on this device`} action={<BackButton />}>
        <Trans>This is not on this device. You can edit it when you are back online.</Trans>
      </EmptyState>
    </main>
  )
}

function NotLoaded({ error, onRetry }: Failed) {
  const { t } = useLingui()
  return (
    <main className="grid flex-1 place-items-center">
      <ErrorState heading="h1" title={t`This could not be loaded`} message={errorMessage(error)} onRetry={onRetry} />
    </main>
  )
}
