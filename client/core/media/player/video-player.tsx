import { Trans } from '@lingui/react/macro'
import { sizedUrl } from '@vesper/sync/media/sized-url.ts'
import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Placeholder } from '../../../ui/controls/placeholder.tsx'
import { useBudgetSpent } from '../../data-budget/use-data-budget.ts'
import { lazyAgain } from '../../i18n/lazy-with-texts.ts'
import { frameOfVideo } from '../playable-video.ts'
import type { PlayableVideo } from '../playable-video.ts'
import { useDataSaverImage } from '../use-data-saver-image.ts'

const Player = lazyAgain(async () => (await import('./player.tsx')).Player, 'app')

type Props = {
  file: PlayableVideo
  /** Names the video, such as its title. */
  label: string
  /** The address of the copy on this device, where there is one. */
  keptUrl?: string | null
  /** Plays at once, because the user has just asked for it. */
  isStarted?: boolean
  /** Called when the user tries again: links may have expired. */
  onRetry?: () => void
}

/** A video with its controls. It fills the width and keeps its own shape; the player itself loads with the first one. */
export function VideoPlayer(props: Props) {
  return (
    <Suspense fallback={<Poster file={props.file} />}>
      <Player {...props} />
    </Suspense>
  )
}

/** A video in a list: its poster, which a press turns into the player. */
export function VideoTile(props: Omit<Props, 'isStarted'>) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <VideoPlayer {...props} isStarted />
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="group block w-full focus-visible:outline-offset-[-3px]"
    >
      <span className="sr-only">
        <Trans>Play video</Trans>
      </span>
      <Poster file={props.file}>
        <span className="grid size-16 place-items-center rounded-full bg-[#0009] text-white transition duration-150 group-hover:bg-[#000c] group-active:scale-95">
          <Play className="size-7 translate-x-0.5 fill-current" aria-hidden="true" />
        </span>
      </Poster>
    </button>
  )
}

function Poster({ file, children }: { file: PlayableVideo; children?: ReactNode }) {
  const isSpent = useBudgetSpent()
  const src = isSpent ? (file.thumbnailUrl ?? file.posterUrl) : (file.posterUrl ?? file.thumbnailUrl)
  const { isSpared } = useDataSaverImage(src ?? '')
  return (
    <span
      className="relative grid w-full place-items-center overflow-hidden bg-[#000]"
      style={{ aspectRatio: frameOfVideo(file) }}
    >
      {file.placeholder && <Placeholder hash={file.placeholder} />}
      {src && !isSpared && (
        // As wide as a phone shows it: the first press loads far more than a wider one would.
        <img
          src={sizedUrl(src, 1080)}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <span className="relative">{children}</span>
    </span>
  )
}
