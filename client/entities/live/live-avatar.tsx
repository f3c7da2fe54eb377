import { Suspense } from 'react'
import { lazyAgain } from '../../core/i18n/lazy-with-texts.ts'
import { Avatar } from '../../core/media/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import type { LivePortrait } from './live-ring.tsx'
import { useLiveName } from './use-live-name.ts'

// Few are live.
const LiveRing = lazyAgain(async () => (await import('./live-ring.tsx')).LiveRing, 'content')

/** `ring`: that of a creator who is not live. */
type Props = LivePortrait & { ring?: string }

/** A creator's portrait, with a ring round it and the way to the stream while they are live. */
export function LiveAvatar({ ring, ...props }: Props) {
  const liveName = useLiveName(props.creator._id)
  const { creator, size = 'md', className } = props
  const plain = <Avatar name={creator.name} src={creator.avatar} size={size} className={cx(className, ring)} />
  if (liveName === null) return plain
  return (
    <Suspense fallback={plain}>
      <LiveRing {...props} liveName={liveName} />
    </Suspense>
  )
}
