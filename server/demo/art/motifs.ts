/** The kinds of pictures that can be drawn. */
export const motifs = [
  'landscape',
  'contact',
  'loaf',
  'plate',
  'strings',
  'vinyl',
  'pot',
  'wall',
  'moth',
  'leaf',
  'tiles',
  'contours',
  'windows',
  'steps',
  'face',
] as const

export type Motif = (typeof motifs)[number]

export function isMotif(name: string): name is Motif {
  return motifs.some((each) => each === name)
}
