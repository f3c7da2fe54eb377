import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetFields } from '@vesper/sync/vesper/api/asset-fields.ts'
import type { OwnAsset } from '@vesper/sync/vesper/records/asset.ts'
import { FileSlot } from './file-slot.tsx'

type Props = {
  asset: OwnAsset | null
  isReadOnly: boolean
  onChange: (changes: AssetFields) => Promise<void>
}

/** The files of a video: itself, its picture, and what everybody may watch. */
export function VideoFiles({ asset, isReadOnly, onChange }: Props) {
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
export function ProductFiles({ asset, isDigital, isReadOnly, onChange }: Props & { isDigital: boolean }) {
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
        fallback={asset?.cover?.url ?? null}
        onChange={(pictureId) => onChange({ pictureId })}
      />
      {isDigital && (
        <FileSlot
          {...shared}
          label={t`File`}
          hint={<Trans>Buyers download it. Up to 200 MB. Earlier buyers keep the file that they bought</Trans>}
          choose={t`Choose the file`}
          purpose="product-file"
          accept=""
          fileId={asset?.fileId ?? null}
          onChange={(fileId) => onChange({ fileId })}
        />
      )}
    </>
  )
}
