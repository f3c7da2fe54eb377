import { Trans, useLingui } from '@lingui/react/macro'
import { soldFileIds } from '@vesper/sync/vesper/records/asset.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useActionWithToast } from '../../../core/api/use-action-with-toast.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { usePageName } from '../../../core/page/page-name.ts'
import { creatorStanding } from '../../../core/session/creator-standing.ts'
import { DeliveryStateLabel } from '../../../core/sync/delivery-state-label.tsx'
import type { Sending } from '../../../core/sync/delivery-state.ts'
import { useSync } from '../../../core/sync/sync-provider.tsx'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { EdgeBar } from '../../../ui/controls/edge-bar.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { announce } from '../../../ui/text/announcer.tsx'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import type { PagedKind } from '../asset-path.ts'
import { AssetFieldsPart } from './asset-fields.tsx'
import type { AssetForm, FieldErrors } from './asset-form.ts'
import { GalleryPhotos } from './gallery-photos.tsx'
import { ProductKindFiles, VideoKindFiles } from './kind-files.tsx'
import { ParticipantsPart } from './participants-part.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useAssetForm } from './use-asset-form.ts'
import type { AssetEditing, More } from './use-asset-form.ts'

export type EditorProps = {
  user: Profile
  kind: PagedKind
  assetId: string
  /** Opens the list of the kind. */
  onLeave: () => void
}

type Props = EditorProps & { asset: OwnAsset | null; sending: Sending }

/** The fields and files of an asset, which are saved as they are typed. `asset` is null for one that is not begun yet. */
export function Editor({ user, kind, assetId, onLeave, asset, sending }: Props) {
  const { t } = useLingui()
  const sync = useSync()
  const editing = useAssetForm({ account: user._id, kind, assetId, asset })
  const [isAsking, setAsking] = useState(false)
  const [isChecked, setChecked] = useState(false)
  usePageName(editing.form.title)
  const isReadOnly = asset?.status === 'hidden'
  const remove = useActionWithToast(async () => {
    editing.forget()
    if (await sync.db['own-assets'].get(assetId)) await sync.mutate('asset.remove', { _id: assetId })
    onLeave()
    announce(t`Deleted`)
  })
  const titleOfNew = { gallery: t`Untitled gallery`, video: t`Untitled video`, product: t`Untitled product` }
  const titles = asset
    ? { gallery: t`Edit the gallery`, video: t`Edit the video`, product: t`Edit the product` }
    : { gallery: t`New gallery`, video: t`New video`, product: t`New product` }
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader
        title={titles[kind]}
        leading={<BackButton />}
        subtitle={<Standing asset={asset} sending={sending} />}
        actions={
          <IconButton label={t`Delete`} className="text-muted" onClick={() => setAsking(true)}>
            <Trash2 className="size-5" />
          </IconButton>
        }
      />
      <div className="safe-x grid gap-5 pt-2 pb-12">
        {isReadOnly && (
          <Notice tone="danger">
            <Trans>Staff have hidden this after a report. Contact support.</Trans>
          </Notice>
        )}
        <AssetFieldsPart
          kind={kind}
          editing={editing}
          errors={isChecked ? editing.errors : typedErrors(editing)}
          isReadOnly={isReadOnly}
        />
        <Files {...{ kind, assetId, asset, editing, isReadOnly }} untitled={titleOfNew[kind]} />
        {kind !== 'product' && (
          <ParticipantsPart
            asset={asset}
            isReadOnly={isReadOnly}
            onChange={(participantIds) => editing.save({ participantIds }, titleOfNew[kind])}
          />
        )}
        {!isReadOnly && <PublishPart {...{ user, kind, asset, editing, isChecked }} onCheck={() => setChecked(true)} />}
      </div>
      {isAsking && <DeleteDialog kind={kind} onYes={() => void remove.run()} onClose={() => setAsking(false)} />}
    </main>
  )
}

function Standing({ asset, sending }: { asset: OwnAsset | null; sending: Sending }) {
  return (
    <span role="status" className="flex flex-wrap items-center gap-2">
      {asset && <StatusBadge status={asset.status} />}
      {asset && sending.kind === 'done' ? <Trans>Saved</Trans> : <DeliveryStateLabel sending={sending} />}
    </span>
  )
}

type FilesProps = {
  kind: PagedKind
  assetId: string
  asset: OwnAsset | null
  editing: AssetEditing
  /** The title of an asset that has none yet. */
  untitled: string
  isReadOnly: boolean
}

/** The files of the kind. They hang on an asset, which needs a title: one without gets a plain one. */
function Files({ kind, assetId, asset, editing, untitled, isReadOnly }: FilesProps) {
  const hold = (changes: More) => editing.save(changes, untitled)
  if (kind === 'gallery') {
    return <GalleryPhotos galleryId={assetId} gallery={asset} isReadOnly={isReadOnly} onBegin={() => hold({})} />
  }
  if (kind === 'video') return <VideoKindFiles asset={asset} isReadOnly={isReadOnly} onChange={hold} />
  const isDigital = editing.form.type === 'digital'
  return <ProductKindFiles productId={assetId} {...{ asset, isDigital, isReadOnly }} onChange={hold} />
}

type PublishProps = {
  user: Profile
  kind: PagedKind
  asset: OwnAsset | null
  editing: AssetEditing
  /** The author wanted to publish: what is missing is said. */
  isChecked: boolean
  onCheck: () => void
}

/** Shows the asset to others, or takes it out of the lists. Says what is missing first. */
function PublishPart({ user, kind, asset, editing, isChecked, onCheck }: PublishProps) {
  const { t } = useLingui()
  const isOpen = creatorStanding(user) === 'open'
  const { errors, form } = editing
  const missing =
    kind === 'video' && !asset?.mainId
      ? t`Add the video first. Nobody can watch it without.`
      : kind === 'product' && form.type === 'digital' && !(asset && soldFileIds(asset).length > 0)
        ? t`Add the file that buyers download first.`
        : null
  const isWrong = Object.keys(errors).length > 0
  const enter = useActionWithToast(async (status: 'active' | 'archived') => {
    onCheck()
    if (status === 'archived' || (!isWrong && missing === null)) await editing.save({ status })
  })
  return (
    <>
      {!isOpen && (
        <Notice>
          <Trans>You can publish once your account is approved. Your work here is kept.</Trans>
        </Notice>
      )}
      <EdgeBar className="grid gap-2">
        <div role="alert" className="empty:hidden">
          {isChecked && missing !== null && <Notice tone="warning">{missing}</Notice>}
          {isChecked && isWrong && (
            <Notice tone="warning">
              <Trans>Something above is missing or wrong.</Trans>
            </Notice>
          )}
        </div>
        {asset?.status === 'active' ? (
          <Button
            kind="secondary"
            className="justify-self-end"
            busy={enter.busy}
            onClick={() => void enter.run('archived')}
          >
            <Trans>Archive</Trans>
          </Button>
        ) : (
          <Button
            className="justify-self-end"
            busy={enter.busy}
            disabled={!isOpen}
            onClick={() => void enter.run('active')}
          >
            <Trans>Publish</Trans>
          </Button>
        )}
      </EdgeBar>
    </>
  )
}

type DeleteProps = { kind: PagedKind; onYes: () => void; onClose: () => void }

function DeleteDialog({ kind, onYes, onClose }: DeleteProps) {
  const { t } = useLingui()
  const titles = { gallery: t`Delete this gallery?`, video: t`Delete this video?`, product: t`Delete this product?` }
  return (
    <ConfirmDialog title={titles[kind]} yes={<Trans>Delete</Trans>} onYes={onYes} onClose={onClose}>
      <Trans>It is removed from your page and from all your devices. Fans who own it keep it.</Trans>
    </ConfirmDialog>
  )
}

/** The errors of filled fields: an empty field shows none before its turn. */
function typedErrors({ errors, form }: AssetEditing): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => form[field as keyof AssetForm] !== ''))
}
