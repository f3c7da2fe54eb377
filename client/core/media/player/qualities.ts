import type { PlayableVideo } from '../playable-video.ts'

/** `kept`: the copy on this device; `original`: as it was uploaded. */
export type Quality = { name: 'kept' | '720p' | '360p' | 'original'; url: string }

/** The qualities in which a video can be had, the best choice of an ordinary connection first. */
export function qualitiesOf(
  { url, variants }: Pick<PlayableVideo, 'url' | 'variants'>,
  keptUrl: string | null,
): Quality[] {
  const made = variants.toSorted((a, b) => b.height - a.height).map(({ name, url: of }) => ({ name, url: of }))
  return [
    ...(keptUrl === null ? [] : [{ name: 'kept' as const, url: keptUrl }]),
    ...made,
    { name: 'original' as const, url },
  ]
}

/** The quality that a player begins with: the kept copy, else 720p, or 360p where data are to be spared. */
export function firstQuality(qualities: readonly Quality[], isSparing: boolean): Quality | undefined {
  const small = qualities.find(({ name }) => name === '360p')
  const [best] = qualities
  return best?.name !== 'kept' && isSparing && small ? small : best
}
