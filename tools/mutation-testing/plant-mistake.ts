import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlantedMistake } from '../../server/testing/planted-mistakes/planted-mistake.ts'

const NO_SOURCE = /\.test\.ts$|\/(testing|bench|demo)\//

/** A source with a mistake. `path` begins at the root of the checkout. */
export type Planted = { path: string; source: string; mutated: string }

/** Finds the place of a mistake. Gives a text instead that says why there is none. */
export function plantMistake(folder: string, { file = '*.ts', find, replace = '' }: PlantedMistake): Planted | string {
  const paths = filesOf(folder).filter((path) => !NO_SOURCE.test(path) && named(file).test(path))
  if (paths.length === 0) return `no source is called ${file}`
  const places = paths
    .map((path) => ({ path, source: sourceOf(join(folder, path)) }))
    .filter(({ source }) => source.includes(find))
  const [place] = places
  if (!place || places.length > 1) return `${places.length} sources called ${file} have the text ${find}`
  const mutated = place.source.replaceAll(find, () => replace)
  return mutated === place.source ? 'the mistake changes nothing' : { ...place, mutated }
}

/** The paths of the tests that a mistake names. Each name has to match. */
export function testsOf(folder: string, { tests }: PlantedMistake): string[] {
  const found = tests.map((test) => filesOf(folder).filter((path) => named(test).test(path)))
  return found.some((paths) => paths.length === 0) ? [] : found.flat()
}

const files = new Map<string, string[]>()
const sources = new Map<string, string>()

/** All mistakes search the same files, which are listed and read once. */
function filesOf(folder: string): string[] {
  const listed = files.get(folder) ?? globSync('server/**/*.ts', { cwd: folder, exclude: ['**/node_modules'] })
  files.set(folder, listed)
  return listed
}

function sourceOf(path: string): string {
  const source = sources.get(path) ?? readFileSync(path, 'utf8')
  sources.set(path, source)
  return source
}

/** A glob with `*` and `**`, as an expression for the end of a path. */
function named(glob: string): RegExp {
  const parts = glob.split('/').map((part) => part.replaceAll('.', '\\.').replaceAll(/(?<!\*)\*(?!\*)/g, '[^/]*'))
  return new RegExp(`/${parts.join('/').replaceAll('**/', '(.*/)?')}$`)
}
