/** How product code may use one kind of thing. A use that a kind lacks is refused, or is not offered at all. */
type Uses = {
  /** The word for one thing in texts and commands. */
  name: string
  comment?: true
  like?: true
  /** Bookmarks of the kind, as paths name them. */
  bookmark?: string
  report?: true
  /** Staff hide it after a report. */
  hide?: true
  /** A wallet pays for one at its own price. */
  buy?: true
  /** It is bought with an order. */
  order?: true
  /** An account can own the right to see one. */
  own?: true
  /** The kind, as the search names it. */
  search?: string
}

/**
 * All kinds of things: the one list that reactions, comments, reports, charges, notices, grants and the search are derived
 * from. The domain of a kind declares in its manifest how one is found, seen, sold and hidden.
 */
export const things = {
  /** A post. */
  feed: {
    name: 'post',
    comment: true,
    like: true,
    bookmark: 'feeds',
    report: true,
    hide: true,
    buy: true,
    own: true,
    search: 'posts',
  },
  gallery: {
    name: 'gallery',
    comment: true,
    like: true,
    bookmark: 'galleries',
    report: true,
    hide: true,
    buy: true,
    own: true,
    search: 'galleries',
  },
  photo: {
    name: 'photo',
    comment: true,
    like: true,
    bookmark: 'photos',
    report: true,
    hide: true,
    own: true,
  },
  video: {
    name: 'video',
    comment: true,
    like: true,
    bookmark: 'videos',
    report: true,
    hide: true,
    buy: true,
    own: true,
    search: 'videos',
  },
  product: {
    name: 'product',
    comment: true,
    like: true,
    bookmark: 'products',
    report: true,
    hide: true,
    order: true,
    own: true,
    search: 'products',
  },
  comment: { name: 'comment', like: true, report: true, hide: true },
  /** A creator with their page. */
  performer: { name: 'creator', bookmark: 'performers', report: true, search: 'creators' },
  /** A fan. */
  user: { name: 'account', report: true },
  message: { name: 'message', report: true, hide: true, buy: true, own: true },
  stream: { name: 'stream', report: true, hide: true, buy: true, own: true },
} as const satisfies Readonly<Record<string, Uses>>

export type ThingKind = keyof typeof things
export type ThingUse = Exclude<keyof Uses, 'name'>

/** The kinds that have one of these uses. */
export type KindWith<Use extends ThingUse> = Use extends ThingUse
  ? { [Kind in ThingKind]: (typeof things)[Kind] extends Readonly<Record<Use, unknown>> ? Kind : never }[ThingKind]
  : never

/** All kinds, in the order of the table. */
export const thingKinds = Object.keys(things) as readonly ThingKind[]

/** The kinds that have one of these uses, each once: those with the first use before the others, in the order of the table. */
export function kindsWith<Use extends ThingUse>(...uses: readonly Use[]): readonly KindWith<Use>[] {
  const found = uses.flatMap((use) => thingKinds.filter((kind): kind is ThingKind & KindWith<Use> => hasUse(kind, use)))
  return [...new Set(found)]
}

/** Tells if a kind, or any other word, names a kind with this use. */
export function hasUse<Use extends ThingUse>(kind: string, use: Use): kind is KindWith<Use> {
  return Object.hasOwn(things, kind) && use in things[kind as ThingKind]
}

/** The names that a use gives its kinds in paths and answers. */
export type NameFor<Use extends NamingUse> = {
  [Kind in ThingKind]: (typeof things)[Kind] extends Readonly<Record<Use, infer Name extends string>> ? Name : never
}[ThingKind]

type NamingUse = 'bookmark' | 'search'

/** The names that a use gives its kinds, in the order of the table. */
export function namesFor<Use extends NamingUse>(use: Use): readonly NameFor<Use>[] {
  return kindsWith(use).map((kind) => (things[kind] as Readonly<Record<Use, string>>)[use] as NameFor<Use>)
}

/** The kind that a use gives this name. */
export function kindNamed<Use extends NamingUse>(use: Use, name: NameFor<Use>): KindWith<Use> {
  const found = kindsWith(use).find((kind) => (things[kind] as Readonly<Record<Use, string>>)[use] === name)
  if (found === undefined) throw new Error(`no kind of things is called ${name}`)
  return found
}
