import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetKind } from '@vesper/sync/vesper/records/asset.ts'
import type { AllMutationWords, MutationArea } from '../../core/sync/mutation-words.ts'

const content: MutationArea<object> = { Heading: () => <Trans>Your galleries, videos and shop</Trans>, group: 'assets' }

export const assetMutations = {
  'asset.save': {
    Label: () => <Trans>A gallery, video or product</Trans>,
    Description: ({ args: { kind, changes } }) => <Save kind={kind} title={changes?.title} />,
    area: content,
    textToCopy: ({ changes }) => [changes?.title, changes?.description].filter(Boolean).join('\n\n'),
  },
  'asset.remove': {
    Label: () => <Trans>Removing a gallery, video or product</Trans>,
    Description: () => <Trans>Remove a gallery, video or product</Trans>,
    area: content,
  },
  'photo.add': {
    Label: () => <Trans>A photo of a gallery</Trans>,
    Description: ({ args: { title } }) => <AddPhoto title={title} />,
    area: content,
  },
} satisfies Partial<AllMutationWords>

function Save({ kind, title }: { kind: AssetKind | undefined; title: string | undefined }) {
  const { t } = useLingui()
  const words = {
    gallery: t`Save a gallery`,
    photo: t`Save a photo`,
    video: t`Save a video`,
    product: t`Save a product`,
  }
  return <WithTitle words={words[kind ?? 'gallery']} title={title} />
}

function AddPhoto({ title }: { title: string | undefined }) {
  const { t } = useLingui()
  return <WithTitle words={t`Add a photo to a gallery`} title={title} />
}

function WithTitle({ words, title }: { words: string; title: string | undefined }) {
  return title ? <bdi>{`${words}: ${title}`}</bdi> : words
}
