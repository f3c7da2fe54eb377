/** The scripts of a page beyond those of the app itself, by their addresses. */
type Page = {
  /** Stands around it: the frame of pages, which differs for visitors and accounts, the one of the login pages, or none. */
  frame: 'page' | 'public' | null
  /** The catalogues of its texts, beside that of the app. */
  catalogues: readonly string[]
  files: readonly string[]
}

/** The built client tells the server which files its pages are made of. */
export type PageFiles = {
  /** By the route, in which `$name` stands for any segment. */
  pages: Readonly<Record<string, Page>>
  frames: { readonly [Frame in 'visitor' | 'account' | 'public']: readonly string[] }
  /** The files of texts, by language and catalogue. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The file of each part that comes later, by its module in `client`. */
  parts: Readonly<Record<string, string>>
}
