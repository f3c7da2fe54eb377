import { parseHead } from './parse-posts.ts'
import type { WorldMedia, WorldPost } from './parse-posts.ts'

// A block is a gallery or a video:
//
//   @hana.kiln 12d public photo:pot*10 #kiln     creator, then a head as posts have it
//   Firing six, shelf by shelf
//   Front to back, top to bottom.

const GALLERY_PHOTOS = 12

/** A gallery or a video of a creator of the world. */
export type WorldAsset = Pick<WorldPost, 'minutesAgo' | 'access' | 'price' | 'tags'> & {
  creator: string
  kind: 'gallery' | 'video'
  title: string
  description: string
  media: WorldMedia
}

/** Reads the file of galleries or videos. Throws for a block that it does not understand, naming the file and the line. */
export function parseAssets(source: string, file: string): WorldAsset[] {
  const lines = source.split('\n')
  const heads = lines.flatMap((line, index) => (line.startsWith('@') ? [index] : []))
  return heads.map((index, n) => {
    try {
      return parseBlock(lines.slice(index, heads[n + 1] ?? lines.length))
    } catch (error) {
      throw new SyntaxError(`${file}:${index + 1}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  })
}

function parseBlock([head = '', title = '', ...rest]: readonly string[]): WorldAsset {
  const [creator = '', ...words] = head.slice(1).trim().split(/\s+/)
  const { minutesAgo, access, price, tags, media } = parseHead(words.join(' '), GALLERY_PHOTOS)
  if (media === null || media.kind === 'audio') throw new SyntaxError('a gallery has photos, a video has one clip')
  const description = rest.join(' ').trim()
  if (title.trim() === '' || description === '') throw new SyntaxError('an asset has a title and a description')
  if (title.length > 120) throw new SyntaxError('a title has at most 120 characters')
  const kind = media.kind === 'video' ? 'video' : 'gallery'
  return { creator, kind, title: title.trim(), description, minutesAgo, access, price, tags, media }
}
