import { Trans, useLingui } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { VideoPlayer } from '../../core/media/player/video-player.tsx'
import { Button } from '../../ui/controls/button.tsx'

type Props = { video: NonNullable<Creator['welcomeVideo']>; name: string }

/** The video with which a creator welcomes; it loads once somebody wants to watch it. */
export function WelcomeVideo({ video: { url, posterUrl }, name }: Props) {
  const { t } = useLingui()
  const [isWatched, setWatched] = useState(false)
  if (!isWatched) {
    return (
      <Button
        kind="secondary"
        className="justify-self-start px-4"
        icon={<Play className="size-5" aria-hidden="true" />}
        onClick={() => setWatched(true)}
      >
        <Trans>Watch the welcome video</Trans>
      </Button>
    )
  }
  const unknown = { thumbnailUrl: null, placeholder: null, width: null, height: null, durationMs: null, variants: [] }
  return (
    <div className="overflow-hidden rounded-card">
      <VideoPlayer file={{ ...unknown, url, posterUrl }} label={t`Welcome video of ${name}`} isStarted />
    </div>
  )
}
