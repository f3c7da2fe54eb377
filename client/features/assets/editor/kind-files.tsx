import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { FileSlot } from './file-slot.tsx'
import { SoldFiles } from './sold-files.tsx'
import type { More } from './use-asset-form.ts'

type Props = {
  asset: OwnAsset | null
  isReadOnly: boolean
  onChange: (changes: More) => Promise<void>
}

/** The files of a video: itself, its picture, and what everybody may watch. */
export function VideoKindFiles({ asset, isReadOnly, onChange }: Props) {
  const { t } = useLingui()
  const shared = { records: asset?.files ?? [], isReadOnly }
  return (
    <>
      <FileSlot
        {...shared}
        label={t`Video`}
        hint={<Trans>Up to 200 MB. It stays once somebody has bought it</Trans>}
        choose={t`Choose the video`}
        purpose="video"
        accept="video/*"
        fromLibrary="video"
        fileId={asset?.mainId ?? null}
        onChange={(mainId) => onChange({ mainId })}
      />
      <FileSlot
        {...shared}
        label={t`Thumbnail`}
        hint={<Trans>The picture that everybody sees</Trans>}
        choose={t`Choose a thumbnail`}
        purpose="video-thumbnail"
        accept="image/*"
        fromLibrary="photo"
        fileId={asset?.thumbnailId ?? null}
        onChange={(thumbnailId) => onChange({ thumbnailId })}
      />
      <FileSlot
        {...shared}
        label={t`Teaser`}
        hint={<Trans>Up to one minute that everybody can watch</Trans>}
        choose={t`Choose a teaser`}
        purpose="video-teaser"
        accept="video/*"
        fileId={asset?.teaserId ?? null}
        onChange={(teaserId) => onChange({ teaserId })}
      />
    </>
  )
}

/** The files of a product: its picture, and what buyers download. */
export function ProductKindFiles({
  productId,
  asset,
  isDigital,
  isReadOnly,
  onChange,
}: Props & { productId: string; isDigital: boolean }) {
  const { t } = useLingui()
  const shared = { records: asset?.files ?? [], isReadOnly }
  return (
    <>
      <FileSlot
        {...shared}
        label={t`Picture`}
        hint={<Trans>The picture that everybody sees</Trans>}
        choose={t`Choose a picture`}
        purpose="product-picture"
        accept="image/*"
        fileId={asset?.pictureId ?? null}
        cover={asset?.cover ?? null}
        onChange={(pictureId) => onChange({ pictureId })}
      />
      {isDigital && <SoldFiles {...{ productId, product: asset, isReadOnly, onChange }} />}
    </>
  )
}
