import { noContent } from '@vesper/sync/vesper/records/post.ts'
import type { Post } from '@vesper/sync/vesper/records/post.ts'
import { frameOfVideo } from '../../core/media/playable-video.ts'
import { photoAspectRatio } from './media/photo-aspect-ratio.ts'
import { pollHeight } from './post-card.tsx'
import { LINES_MORE, LINES_SHOWN } from './post-text.tsx'

/** The approximate width of a card, wherever it stands. A close guess is enough. */
const WIDTH = 640
const HEAD = 80
const FOOT = 52
const LINE = 24
/** The way to the rest of a long text. */
const MORE = 32
const LETTERS_A_LINE = 80
const TAGS = 32
const SOUND = 80

/** The approximate height of a card before it is drawn, for the scroll bar (CSS pixels). */
export function estimateCardHeight(post: Post): number {
  const { text, files, isLocked, cover, thumbnail, poll, tags } = { ...noContent, ...post }
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_A_LINE)), 0)
  const isLong = lines > LINES_SHOWN + LINES_MORE
  const said = text ? (isLong ? LINES_SHOWN * LINE + MORE : lines * LINE) + 16 : 0
  const asked = poll ? pollHeight(poll.options.length) : 0
  const tagged = tags.length > 0 ? TAGS : 0
  return HEAD + said + asked + (isLocked ? preview() : pictures() + players()) + tagged + FOOT

  function preview(): number {
    const frame = thumbnail ?? cover
    return WIDTH / (frame ? photoAspectRatio(frame.width, frame.height) : 3)
  }

  function pictures(): number {
    const photos = files.filter(({ type }) => type === 'photo')
    const [first] = photos
    if (!first) return 0
    if (photos.length === 1) return WIDTH / photoAspectRatio(first.width, first.height)
    return photos.length === 2 ? WIDTH / 2 : WIDTH
  }

  function players(): number {
    return files.reduce((sum, file) => {
      if (file.type === 'video') return sum + WIDTH / frameOfVideo(file)
      return sum + (file.type === 'audio' ? SOUND : 0)
    }, 0)
  }
}
