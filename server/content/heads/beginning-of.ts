/** A title in a preview of a link, and what stands below it, in characters. */
export const TITLE_MAX = 70
export const DESCRIPTION_MAX = 200

/** The beginning of a text in one line: whole words where that leaves some. */
export function beginningOf(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most - 1)
  const words = /^(.+)\s\S*$/.exec(cut)?.[1] ?? cut
  // A sign of two halves is not cut between them.
  return `${words.replace(/[\uD800-\uDBFF]$/, '')}…`
}

const nouns = {
  photo: ['photo', 'photos'],
  video: ['video', 'videos'],
  audio: ['sound', 'sounds'],
  file: ['file', 'files'],
} as const

/** Counted things in words, such as `3 photos and 1 video`; empty for none. */
export function countText(counts: { readonly [Noun in keyof typeof nouns]?: number }): string {
  const parts = (Object.keys(nouns) as (keyof typeof nouns)[]).flatMap((noun) => {
    const count = counts[noun] ?? 0
    return count === 0 ? [] : [`${count} ${nouns[noun][count === 1 ? 0 : 1]}`]
  })
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}

/** A length of time in the form of ISO 8601. */
export function isoDuration(ms: number): string {
  return `PT${Math.round(ms / 1000)}S`
}
