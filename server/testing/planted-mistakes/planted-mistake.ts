/**
 * A mistake that Stryker cannot make: a lock, a constraint or a condition in SQL is gone. One of `tests` has to fail then.
 *
 * Globs begin at the folder `server` and match a file by its name, in whichever folder it lies. Tests are never searched
 * for `find`.
 */
export type PlantedMistake = {
  /** Names the protection that is missing. */
  name: string
  /** The sources that are searched. Without it, all of the server. */
  file?: string
  /** Stands in exactly one of them. The mistake changes each place there. */
  find: string
  /** Without it, the text is removed. */
  replace?: string
  tests: readonly [string, ...string[]]
}
