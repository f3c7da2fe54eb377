import { toRename } from './files-to-rename.ts'

/**
 * A file is named for its main export. An export fits its file when its words are those of the file's name:
 *
 *     sold-files.ts            soldFiles, SoldFiles, SOLD_FILES
 *     orders/pay.ts            payOrder: the folders give the words that the name leaves out
 *     fair-gate.ts             createFairGate: makes the thing that the file is named for
 *     session-token.ts         signSessionToken and readSessionToken: two or more about the thing that the file is named for
 *
 * Singular and plural are one word. Files with a role in their domain have the same name in each of them.
 */
const roles = new Set([
  'admin',
  'attachments',
  'commands',
  'domain',
  'entity',
  'jobs',
  'mails',
  'model',
  'mutations',
  'policy',
  'queries',
  'routes',
  'schema',
  'synced',
  'texts',
  'views',
])
/** Each file of these has the parts of one domain that its folder is named for. */
const roleFolders = /^sync\/vesper\/(api|mutations|records)\//
const makers = new Set(['build', 'create', 'define', 'make', 'mount', 'open', 'start'])
/** Tests and their helpers, benches, examples, pages of the router, configuration and generated files. */
const elsewhere =
  /(^|\/)(testing|e2e|bench|examples|migrations)\/|\.(test|bench|config|gen|d)\.tsx?$|^client\/routes\/|\.m?js$/

/**
 * Why the exports of `file` do not fit its name, or null. `file` is relative to the repository's root, with slashes. A file
 * on the list of files to rename passes until it fits: then it has to leave the list.
 */
export function misnamed(
  file: string,
  exports: readonly string[],
  listed: ReadonlySet<string> = toRename,
): string | null {
  const fault = faultOf(file, exports)
  if (!listed.has(file)) return fault
  return fault === null ? `${file} fits its name: take it off files-to-rename.ts.` : null
}

function faultOf(file: string, exports: readonly string[]): string | null {
  const path = file.split('/')
  const stem = path.at(-1)?.replace(/\.tsx?$/, '') ?? ''
  if (exports.length === 0 || elsewhere.test(file)) return null
  if (roleFolders.test(file) || (/^(client|server)$/.test(path[0] ?? '') && roles.has(stem))) return null
  const name = wordsOf(stem)
  const folders = new Set(path.slice(0, -1).flatMap(wordsOf))
  if (exports.some((one) => fits(name, { words: wordsOf(one), folders })) || areAbout(name, exports, folders))
    return null
  return `No export is named for ${path.at(-1)}: it exports ${exports.join(', ')}.`
}

function fits(name: readonly string[], { words, folders }: { words: string[]; folders: ReadonlySet<string> }): boolean {
  if (words.join('') === name.join('')) return true
  const others = without(words, name)
  if (others === null) return false
  const [first = ''] = words
  return others.every((word) => folders.has(word)) || (others.length === 1 && others[0] === first && makers.has(first))
}

/** Two exports or more have the last word of the name, and its other words from their own name or the folders'. */
function areAbout(name: readonly string[], exports: readonly string[], folders: ReadonlySet<string>): boolean {
  const thing = name.at(-1) ?? ''
  const members = exports
    .map(wordsOf)
    .filter((words) => words.includes(thing) && name.every((word) => words.includes(word) || folders.has(word)))
  return new Set(members.map((words) => words.join(' '))).size > 1
}

/** `words` without each of `taken`; null when one is missing. */
function without(words: readonly string[], taken: readonly string[]): string[] | null {
  const rest = [...words]
  for (const word of taken) {
    const index = rest.indexOf(word)
    if (index === -1) return null
    rest.splice(index, 1)
  }
  return rest
}

/** The words of a name in any case, in the singular. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map(singular)
}

function singular(word: string): string {
  if (word.endsWith('ies')) return word.replace(/ies$/, 'y')
  if (/(ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) && !/[iu]s$/.test(word) ? word.slice(0, -1) : word
}
