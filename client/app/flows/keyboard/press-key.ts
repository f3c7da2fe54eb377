import { emit } from '../../../core/session/emit-in-scope.ts'
import { signedInUser } from '../../../core/session/session.ts'
import { keyDialogOpened } from './model.ts'
import { moveInList } from './move-in-list.ts'

export { shortcutOf } from './shortcut-of.ts'

/** So long (milliseconds) the second key of a pair may take. */
const PAIR_MS = 1_500

const places: Record<string, string> = { h: '/home', m: '/messages', n: '/notifications' }

/** When the key `g` was pressed, if it was the last one. */
let goingSince = -Infinity

/** Does what a shortcut stands for. `openPath` shows a page of the app. */
export function pressKey(key: string, openPath: (path: string) => void): void {
  const isSecond = performance.now() - goingSince < PAIR_MS
  goingSince = key === 'g' ? performance.now() : -Infinity
  const place = places[key]
  if (place !== undefined) {
    if (isSecond && signedInUser()) openPath(place)
    return
  }
  if (key === '?') emit(keyDialogOpened, 'shortcuts')
  else if (key === '/' || key === 'mod+k') emit(keyDialogOpened, 'find')
  else if (key === 'j') moveInList(1)
  else if (key === 'k') moveInList(-1)
}
