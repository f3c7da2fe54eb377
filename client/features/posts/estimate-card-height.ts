import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { frameOf } from './photo-aspect-ratio.ts'
import { LINES_MORE, LINES_SHOWN } from './post-text.tsx'

/** About what a card is wide, wherever it stands; what matters is that the guess is close, not that it is right. */
const WIDTH = 640
const HEAD = 80
const FOOT = 52
const LINE = 24
/** The way to the rest of a long text. */
const MORE = 32
const LETTERS_A_LINE = 80

/** About how high a card stands before it has been drawn, so that the scroll bar knows (CSS pixels). */
export function cardHeight({ text, files, isLocked, cover, poll }: Post): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_A_LINE)), 0)
  const isLong = lines > LINES_SHOWN + LINES_MORE
  const said = text ? (isLong ? LINES_SHOWN * LINE + MORE : lines * LINE) + 16 : 0
  const asked = poll ? 40 + poll.options.length * 42 : 0
  return HEAD + said + asked + pictures() + FOOT

  function pictures(): number {
    if (isLocked) return WIDTH / (cover ? frameOf(cover.width, cover.height) : 3)
    const [first] = files
    if (!first) return 0
    if (files.length === 1) return WIDTH / frameOf(first.width, first.height)
    return files.length === 2 ? WIDTH / 2 : WIDTH
  }
}
