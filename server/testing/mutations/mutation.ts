/**
 * One lock, limit or check taken away: `find`, which stands once in `file`, becomes `replace`. One of `tests` has to fail
 * then. Paths begin at the root of the repository.
 */
export type Mutation = {
  /** Names the protection that is missing. */
  name: string
  file: string
  find: string
  replace: string
  tests: readonly [string, ...string[]]
  /** The test that fails. Without it, all tests of the files run. */
  title?: string
}
