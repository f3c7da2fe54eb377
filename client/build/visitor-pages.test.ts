import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { FRAMES, PARTS, routeFiles } from './route-files.ts'

const client = join(import.meta.dirname, '..')
const sync = join(client, '../sync')

/** The database's library, and all that starts the engine. */
const ENGINE = /^dexie|\/core\/sync\/sync-engine\.ts$|\/sync\/engine\/(dexie|local)\/|\/sync\/engine\/sync-client\.ts$/

const open = routeFiles().filter(({ isOpen, frame }) => isOpen && frame !== null)
const withoutEngine = routeFiles().filter(
  ({ isOpen, frame, needsEngine }) => !isOpen && frame === 'page' && !needsEngine,
)

test.each(open.map(({ path, file }) => [path, [file, ...(PARTS[path] ?? [])]] as const))(
  '%s comes to visitors without the engine',
  (_path, files) => {
    expect([FRAMES.visitor, ...files].flatMap(engineIn)).toEqual([])
  },
)

test.each(withoutEngine.map(({ path, file }) => [path, file] as const))('%s comes before the engine', (_path, file) => {
  expect([FRAMES.account, file].flatMap(engineIn)).toEqual([])
})

// It would be asked for only once the page is drawn.
test.each(routeFiles().map(({ path, file, needsEngine }) => [path, file, needsEngine] as const))(
  '%s names the engine where it waits for it',
  (_path, file, needsEngine) => {
    const code = readFileSync(join(client, file), 'utf8')
    if (/<WithSync[^>]*<PendingScreen/.test(code) || code.includes('<StudioFrame')) expect(needsEngine).toBe(true)
  },
)

test('the frame of accounts is found to come with the engine', () => {
  expect(engineIn(FRAMES.services)).not.toEqual([])
  expect(open.map(({ path }) => path)).toEqual(expect.arrayContaining(['/explore', '/$profileId', '/posts/$postId']))
  expect(open.map(({ path }) => path)).not.toContain('/messages/$conversationId')
})

/** Modules of the engine that a file imports, however far down, with the file that imports each. */
function engineIn(start: string): string[] {
  const seen = new Set<string>()
  const found: string[] = []
  const files = [join(client, start)]
  for (let file = files.pop(); file; file = files.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const name of importsOf(file)) {
      if (ENGINE.test(name)) found.push(`${file.slice(client.length)}: ${name}`)
      else if (name.startsWith('/')) files.push(name)
    }
  }
  return found
}

/** Files by their whole path, packages by their name; types are gone at run time. */
function importsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const names = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^']+)'/gm)
  return [...names].map(([, name = '']) => {
    if (name.startsWith('@vesper/sync/')) return join(sync, name.slice('@vesper/sync/'.length))
    return name.startsWith('.') ? resolve(dirname(file), name) : name
  })
}
