import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Clapperboard, FileDown } from 'lucide-react'
import { stopKeeping, stopKeepingFiles, useKeptFiles, useKeptVideos } from '../../entities/downloads/kept/keeping.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/list/card.tsx'
import { bytes } from '../../ui/text/format-bytes.ts'
import { CardTitle } from './card-title.tsx'

/** The videos that the account keeps offline, and the way to remove one. Nothing where none is kept. */
export function KeptVideosCard({ account }: { account: string }) {
  const { t, i18n } = useLingui()
  const videos = useKeptVideos(account)
  if (!videos || videos.length === 0) return null
  return (
    <Card className="grid gap-3">
      <CardTitle icon={<Clapperboard />}>
        <Trans>Videos kept offline</Trans>
      </CardTitle>
      <ul role="list" aria-label={t`Videos kept offline`} className="grid gap-1">
        {videos.map(({ videoId, title, size }) => (
          <li key={videoId} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link
              to="/videos/$videoId"
              params={{ videoId }}
              className="flex min-h-target min-w-0 flex-1 items-center font-semibold hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            <span className="text-sm text-muted">{bytes(size, i18n.locale)}</span>
            <Button
              kind="quiet"
              aria-label={t`Remove ${title} from this device`}
              onClick={() => void stopKeeping(account, videoId)}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The files of products that the account keeps offline, and the way to remove them. Nothing where none are kept. */
export function KeptFilesCard({ account }: { account: string }) {
  const { t, i18n } = useLingui()
  const kept = useKeptFiles(account)
  if (!kept || kept.length === 0) return null
  return (
    <Card className="grid gap-3">
      <CardTitle icon={<FileDown />}>
        <Trans>Files kept offline</Trans>
      </CardTitle>
      <ul role="list" aria-label={t`Files kept offline`} className="grid gap-1">
        {kept.map(({ productId, title, files }) => (
          <li key={productId} className="flex flex-wrap items-center justify-between gap-x-3">
            <Link
              to="/products/$productId"
              params={{ productId }}
              className="flex min-h-target min-w-0 flex-1 items-center font-semibold hover:underline"
            >
              <bdi>{title}</bdi>
            </Link>
            <span className="text-sm text-muted">
              {bytes(
                files.reduce((sum, { size }) => sum + size, 0),
                i18n.locale,
              )}
            </span>
            <Button
              kind="quiet"
              aria-label={t`Remove ${title} from this device`}
              onClick={() => void stopKeepingFiles(account, productId)}
            >
              <Trans>Remove</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
