import { Trans } from '@lingui/react/macro'
import type { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'

type Props = { video: NonNullable<Creator['welcomeVideo']>; name: string }

/** The video with which a creator welcomes; it loads once somebody wants to watch it. */
export function WelcomeVideo({ video, name }: Props) {
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
  return (
    <video
      src={video.url}
      poster={video.posterUrl ?? undefined}
      controls
      autoPlay
      playsInline
      aria-label={name}
      className="max-h-[70dvh] w-full rounded-card bg-black"
    />
  )
}
