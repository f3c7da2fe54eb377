import { Suspense } from 'react'
import { lazyAgain } from '../../i18n/lazy-with-texts.ts'
import type { PlayableSound } from './sound.tsx'

const Sound = lazyAgain(async () => (await import('./sound.tsx')).Sound, 'app')

type Props = {
  file: PlayableSound
  /** Names the sound for screen readers, such as its title. */
  label: string
}

/** A sound with its waveform. The player itself loads with the first one; its room is kept. */
export function SoundPlayer(props: Props) {
  return (
    <Suspense fallback={<span aria-hidden="true" className="block h-18" />}>
      <Sound {...props} />
    </Suspense>
  )
}
