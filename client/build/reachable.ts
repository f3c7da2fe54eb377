import type { Rolldown } from 'vite'

export type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Packages whose entry names each of their parts: a module takes a few of them. */
const BARRELS = /\/node_modules\/(lucide-react|radix-ui|uuid)\/dist\/(?:esm\/)?(?:lucide-react|index)\.m?js$/

const known = new Map<string, readonly string[]>()

/** The modules that a module loads with it, by their ids; of a barrel those of the names that the module takes. */
export function importsOf(graph: Graph, id: string): readonly string[] {
  const found = known.get(id) ?? readImports(graph, id)
  known.set(id, found)
  return found
}

function readImports(graph: Graph, id: string): string[] {
  const module = graph.getModuleInfo(id)
  return (module?.importedIds ?? []).flatMap((imported) => {
    const library = BARRELS.exec(imported)?.[1]
    if (!library) return [imported]
    const parts = partsOf(graph, imported)
    return [...namesFrom(library, module?.code ?? '')].flatMap((name) => parts.get(name) ?? [])
  })
}

/** The names that `code` imports from a library. */
function namesFrom(library: string, code: string): Set<string> {
  const imports = code.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${library}["']`, 'g'))
  return new Set(
    [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(/\s/)[0] ?? '')),
  )
}

const REEXPORTED = /export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g
const IMPORTED_WHOLE = /import\s*\*\s*as\s+(\w+)\s+from\s*["']([^"']+)["']/g

const barrels = new Map<string, ReadonlyMap<string, string>>()

/** The modules of a barrel by the names that it gives them. */
function partsOf(graph: Graph, barrel: string): ReadonlyMap<string, string> {
  const read = barrels.get(barrel)
  if (read) return read
  const { code, importedIds = [] } = graph.getModuleInfo(barrel) ?? {}
  const byEnd = new Map(importedIds.map((id) => [endOf(id), id]))
  const parts = new Map<string, string>()
  for (const [, names = '', path = ''] of code?.matchAll(REEXPORTED) ?? []) {
    const id = byEnd.get(endOf(path))
    if (id)
      for (const name of names.split(','))
        parts.set(
          name
            .trim()
            .split(/\s+as\s+/)
            .at(-1) ?? '',
          id,
        )
  }
  for (const [, name = '', path = ''] of code?.matchAll(IMPORTED_WHOLE) ?? []) {
    const id = byEnd.get(endOf(path))
    if (id) parts.set(name, id)
  }
  barrels.set(barrel, parts)
  return parts
}

/** A file by its name, a package by its own. */
function endOf(path: string): string {
  return (/@radix-ui\/([\w-]+)/.exec(path) ?? /([\w-]+)\.m?js$/.exec(path))?.[1] ?? path
}

/** All modules that load with these, and they themselves. */
export function reachable(graph: Graph, ids: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...ids]
  for (let id = open.pop(); id; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...importsOf(graph, id))
  }
  return found
}
