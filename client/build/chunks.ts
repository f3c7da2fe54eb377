import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { planChunks } from './chunk-plan.ts'
import type { PlannedModule } from './chunk-plan.ts'
import { importsOf, reachable } from './reachable.ts'
import type { Graph } from './reachable.ts'
import { engineOf, FRAMES, moduleName, PARTS, routeFiles } from './route-files.ts'

const client = join(import.meta.dirname, '..')

/** Comes with posts that have one. */
const POLL = 'features/posts/poll/poll.tsx'

/** People begin here, and the screen has to be small. */
const FIRST = '/auth/login'
const FIRST_WEIGHT = 100
/** A part that comes later in a page counts less than a page. */
const PART_WEIGHT = 0.02

/** About the bytes of a letter of source in a compressed file. */
const BYTES_A_LETTER = 0.12

/**
 * The app itself has one chunk. All else is put into chunks by the pages and the parts of pages that load it.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'shell', tags: ['$initial'], priority: 2, includeDependenciesRecursively: true },
  { name: (id, graph) => chunkOf(id, graph), priority: 1, includeDependenciesRecursively: false },
]

let planned: ReadonlyMap<string, string> | undefined

function chunkOf(id: string, graph: Graph): string | null {
  planned ??= plan(graph)
  return planned.get(id) ?? null
}

/** The names of chunks by the modules in them. */
function plan(graph: Graph): ReadonlyMap<string, string> {
  const shell = reachable(graph, [join(client, 'main.tsx')])
  const pages = pagesOf(graph)
  const screens = [...pages, ...partsOf(graph, shell, pages)]
  const taken = new Set<string>()
  const names = new Map<string, string>()
  const weights = screens.map(({ weight }) => weight)
  for (const modules of planChunks(modulesOf(graph, shell, screens), weights)) {
    const name = nameOf(graph, modules, taken)
    taken.add(name)
    for (const id of modules) names.set(id, name)
  }
  return names
}

/** The modules of a page, or of a part with those that are there before it. */
type Screen = { modules: ReadonlySet<string>; weight: number }

function modulesOf(graph: Graph, shell: ReadonlySet<string>, screens: readonly Screen[]): Map<string, PlannedModule> {
  const found = new Map<string, PlannedModule & { screens: Set<number> }>()
  for (const [screen, { modules }] of screens.entries()) {
    for (const id of modules) {
      if (shell.has(id)) continue
      const module = found.get(id) ?? { bytes: bytesOf(graph, id), imports: importsOf(graph, id), screens: new Set() }
      found.set(id, module)
      module.screens.add(screen)
    }
  }
  return found
}

function bytesOf(graph: Graph, id: string): number {
  return (graph.getModuleInfo(id)?.code?.length ?? 0) * BYTES_A_LETTER
}

/** Each page in the frame of an account, and in that of visitors where they may see it. */
function pagesOf(graph: Graph): Screen[] {
  const screenOf = (files: readonly string[], weight = 1): Screen => {
    const ids = files.map((file) => idOf(graph, file))
    return { modules: reachable(graph, ids), weight }
  }
  const account = [FRAMES.firstAnswers, FRAMES.account, FRAMES.visitor]
  return routeFiles().flatMap((route) => {
    const page = [route.file, ...(PARTS[route.path] ?? [])]
    if (route.frame === 'public') return [screenOf([...page, FRAMES.public], route.path === FIRST ? FIRST_WEIGHT : 1)]
    if (route.frame === null) return [screenOf(page)]
    const own = screenOf([...page, ...account, ...engineOf(route)])
    return route.isOpen ? [own, screenOf([...page, FRAMES.visitor, POLL])] : [own]
  })
}

/** Each part that comes later, with the modules that are there on all pages that it may come to. */
function partsOf(graph: Graph, shell: ReadonlySet<string>, pages: readonly Screen[]): Screen[] {
  const found = new Map<string, ReadonlySet<number>>()
  const open: { modules: Iterable<string>; on: ReadonlySet<number> }[] = [
    { modules: shell, on: new Set(pages.keys()) },
    ...pages.map(({ modules }, page) => ({ modules, on: new Set([page]) })),
  ]
  for (let next = open.pop(); next; next = open.pop()) {
    for (const id of next.modules) {
      for (const part of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        const known = found.get(part) ?? new Set<number>()
        const on = new Set([...known, ...next.on])
        if (on.size === known.size) continue
        found.set(part, on)
        open.push({ modules: reachable(graph, [part]), on })
      }
    }
  }
  return [...found].map(([part, on]) => {
    const before = [...on].map((page) => pages[page]?.modules ?? new Set<string>())
    const there = [...(before[0] ?? [])].filter((id) => before.every((modules) => modules.has(id)))
    return { modules: new Set([...there, ...reachable(graph, [part])]), weight: PART_WEIGHT }
  })
}

/** A page's component is a module of its own; its rules are part of the app. */
function idOf(graph: Graph, file: string): string {
  const id = join(client, file)
  const split = `${id}?tsr-split=component`
  return graph.getModuleInfo(split) ? split : id
}

/** A chunk is called after the largest part that comes later and is in it, else after its largest module. */
function nameOf(graph: Graph, modules: readonly string[], taken: ReadonlySet<string>): string {
  const size = (id: string) => graph.getModuleInfo(id)?.code?.length ?? 0
  const parts = modules.filter((id) => (graph.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0)
  const largest = (parts.length > 0 ? parts : modules).reduce((most, id) => (size(id) > size(most) ? id : most))
  const name =
    /([\w-]+)(\.\w+)*$/.exec(
      moduleName(largest)
        .replace(/\?.*/, '')
        .replaceAll(/[$.]+(?=.*\/)/g, ''),
    )?.[1] ?? 'part'
  const free = (count: number): string => (taken.has(`${name}-${count}`) ? free(count + 1) : `${name}-${count}`)
  return taken.has(name) ? free(2) : name
}

/** Modules that mostly run when the app starts: their chunks are compiled beside the main thread. */
const onLoad = new Set<string>([
  FRAMES.account,
  FRAMES.services,
  'routes/messages/route.tsx',
  'routes/messages/$conversationId.tsx',
])

export function isCalledOnLoad({ isEntry, moduleIds }: Pick<Rolldown.OutputChunk, 'isEntry' | 'moduleIds'>): boolean {
  return isEntry || moduleIds.some((id) => onLoad.has(moduleName(id).replace(/\?.*/, '')) || id.endsWith('/dexie.mjs'))
}
