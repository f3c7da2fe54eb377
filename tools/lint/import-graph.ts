import { posix } from 'node:path'

/** A source with its path from the repository's root. */
export type Source = { file: string; text: string }

/** Nodes with the nodes that they import; each with the import that leads there, for messages. */
export type ImportGraph = ReadonlyMap<string, ReadonlyMap<string, string>>

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+|@vesper\/[^']+)'/g

/**
 * The imports between the nodes of a tree. `nodeOf` names the node of a path, or null for one that lies outside. Imports of
 * types count as others do. Tests, and what they test with, do not count.
 */
export function importGraph(sources: readonly Source[], nodeOf: (path: string) => string | null): ImportGraph {
  const graph = new Map<string, Map<string, string>>()
  for (const { file, text } of sources) {
    const node = nodeOf(file)
    if (node === null || isTest(file)) continue
    const imported = graph.get(node) ?? new Map<string, string>()
    graph.set(node, imported)
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const path = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier.slice(8)
      const other = nodeOf(path)
      if (other !== null && other !== node && !imported.has(other)) imported.set(other, `${file} imports ${path}`)
    }
  }
  return graph
}

/** The shortest circle through each node that lies on one, each circle once: its nodes in order, from the first by name. */
export function circlesOf(graph: ImportGraph): string[][] {
  const circles = [...graph.keys()].flatMap((node) => {
    const circle = shortestCircle(graph, node)
    return circle ? [fromFirst(circle)] : []
  })
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

/** A circle in words: one import a line. */
export function describeCircle(graph: ImportGraph, circle: readonly string[]): string {
  const imports = circle.map((node, index) => {
    const next = circle[(index + 1) % circle.length] ?? node
    return `  ${node} → ${next}: ${graph.get(node)?.get(next)}`
  })
  return [`${circle.join(' → ')} → ${circle[0]}`, ...imports].join('\n')
}

function shortestCircle(graph: ImportGraph, start: string): string[] | null {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node)?.keys() ?? []) {
      if (next === start) return pathTo(node, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return null
}

function pathTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [end]
  for (let node = cameFrom.get(end); node !== undefined; node = cameFrom.get(node)) path.unshift(node)
  return path
}

function fromFirst(circle: readonly string[]): string[] {
  const index = circle.indexOf(circle.toSorted()[0] ?? '')
  return [...circle.slice(index), ...circle.slice(0, index)]
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.split('/').includes('testing')
}
