import { join } from 'node:path'
import type { Rolldown } from 'vite'
import { FRAMES, PARTS, routeFiles } from './route-files.ts'

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

const client = join(import.meta.dirname, '..')

/** Comes with posts that have one. */
const POLL = 'features/posts/poll/poll.tsx'

let reached: { visitors: ReadonlySet<string>; accounts: ReadonlySet<string> } | undefined

/**
 * The name of the chunk of modules that come with pages of visitors and with the frame of accounts; null for others. In the
 * chunk of that frame they would bring the engine to visitors.
 */
export function sharedWithVisitors(id: string, graph: Graph): string | null {
  reached ??= {
    visitors: reachable(graph, [FRAMES.visitor, POLL, ...openPages()]),
    accounts: reachable(graph, [FRAMES.account, FRAMES.services]),
  }
  return reached.visitors.has(id) && reached.accounts.has(id) ? 'shared' : null
}

function openPages(): string[] {
  const open = routeFiles().filter(({ isOpen, frame }) => isOpen && frame === 'page')
  return open.flatMap(({ file, path }) => [`${file}?tsr-split=component`, ...(PARTS[path] ?? [])])
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
