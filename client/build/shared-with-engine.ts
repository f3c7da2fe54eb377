import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { FRAMES, PARTS, routeFiles } from './route-files.ts'

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const client = join(import.meta.dirname, '..')

/** Comes with posts that have one. */
const POLL = 'features/posts/poll/poll.tsx'

let reached: { pages: ReadonlySet<string>; engine: ReadonlySet<string> } | undefined

/**
 * The name of the chunk of modules that the engine needs, and pages that come without it; null for others. In the chunk of
 * the engine they would bring it to these pages, and to visitors.
 */
export function sharedWithEngine(id: string, graph: Graph): string | null {
  reached ??= {
    pages: reachable(graph, [FRAMES.visitor, POLL, ...pagesWithoutEngine()]),
    engine: reachable(graph, [FRAMES.account, FRAMES.services]),
  }
  return reached.pages.has(id) && reached.engine.has(id) ? 'shared' : null
}

function pagesWithoutEngine(): string[] {
  const pages = routeFiles().filter(({ needsEngine, frame }) => !needsEngine && frame === 'page')
  return pages.flatMap(({ file, path }) => [`${file}?tsr-split=component`, ...(PARTS[path] ?? [])])
}

function reachable(graph: Graph, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const open = files.map((file) => join(client, file))
  for (let id = open.pop(); id; id = open.pop()) {
    // Icons have chunks of their own, and a barrel that names all of them.
    const module = found.has(id) || id.includes('/node_modules/lucide-react/') ? null : graph.getModuleInfo(id)
    if (!module) continue
    found.add(id)
    open.push(...module.importedIds)
  }
  return found
}
