import type { KeyboardEvent } from 'react'

const STEP_S = 5
const LEAP_S = 10

type Actions = { toggle: () => void; seek: (seconds: number) => void; toggleFullScreen: () => void }

/** The keys that players have in common: Space and K, arrows, J and L, M, F. A list of choices keeps its own. */
export function onPlayerKey(event: KeyboardEvent, video: HTMLVideoElement | null, actions: Actions): void {
  const target = event.target as HTMLElement
  if (!video || target.tagName === 'SELECT' || event.ctrlKey || event.metaKey || event.altKey) return
  const by = (seconds: number) => actions.seek(video.currentTime + seconds)
  const keys: Record<string, () => void> = {
    k: actions.toggle,
    f: actions.toggleFullScreen,
    m: () => (video.muted = !video.muted),
    j: () => by(-LEAP_S),
    l: () => by(LEAP_S),
    arrowleft: () => by(-STEP_S),
    arrowright: () => by(STEP_S),
    // A button takes Space as a press of its own.
    ...(target.tagName === 'BUTTON' ? {} : { ' ': actions.toggle }),
  }
  const act = keys[event.key.toLowerCase()]
  if (!act) return
  event.preventDefault()
  act()
}
