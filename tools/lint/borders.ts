import { posix } from 'node:path'

/**
 * What may import what, on paths relative to the repository's root:
 *
 *     client → sync ← server        tools and configuration files may import anything
 *
 *     sync    core, protocol, records: each other, and pure packages; nothing else in sync knows Dexie but dexie/
 *             bench and examples are beside it, like any app that uses it; the bench may use tools
 *     client  routes → features → ui; a feature never imports another; end-to-end tests may use tools
 *
 * Tests may import what they test with: only the borders between workspaces hold for them.
 */
const pureParts = new Set(['core', 'protocol', 'records'])
const purePackages = new Set(['valibot', 'uuid', 'node-diff3'])
/** In sync's folder, and no part of it. */
const usesSync = new Set(['bench', 'examples'])
const foreignToSync = /^(react|react-dom|effector|@mikro-orm|hyper-express|uWebSockets\.js|socket\.io)/

/** Why `file` may not import `specifier`, or null. `file` is relative to the repository's root, with slashes. */
export function borderCrossed(file: string, specifier: string): string | null {
  const target = targetOf(file, specifier)
  if (target === null) return packageRefused(file, specifier)
  return workspaceRefused(file, target) ?? (isTest(file) ? null : partRefused(file, target))
}

/** The imported file relative to the root, or null for a package from outside. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.startsWith('@vesper/') ? specifier.slice('@vesper/'.length) : null
}

function workspaceRefused(file: string, target: string): string | null {
  const [from, to] = [file.split('/')[0], target.split('/')[0]]
  if (from === to || to === 'sync') return null
  if (to === 'tools' && file.startsWith('sync/bench/')) return null
  if (from === 'sync') return 'sync imports neither client nor server nor tools: client → sync ← server.'
  if (from === 'server') return 'server imports only itself and sync: client → sync ← server.'
  if (from !== 'client') return null
  if (to === 'tools' && isEndToEnd(file)) return null
  return 'client imports only itself and sync: client → sync ← server.'
}

function partRefused(file: string, target: string): string | null {
  const [from, to] = [file.split('/'), target.split('/')]
  if (from[0] === 'sync') return pureRefused(from, to)
  return from[0] === 'client' && !isEndToEnd(file) ? layerRefused(from, to) : null
}

function pureRefused(from: string[], to: string[]): string | null {
  if (!pureParts.has(from[1] ?? '') || pureParts.has(to[1] ?? '')) return null
  return `sync/${from[1]} is pure: core, protocol and records import only each other.`
}

function layerRefused(from: string[], to: string[]): string | null {
  if (from[1] === 'features' && to[1] === 'features' && from[2] !== to[2]) {
    return `A feature never imports another (${from[2]} → ${to[2]}): compose them in a route.`
  }
  if (from[1] === 'features' && to[1] === 'routes') return 'A feature never imports a route: routes compose features.'
  if (from[1] === 'ui' && (to[1] === 'features' || to[1] === 'routes' || to[0] === 'sync')) {
    return 'client/ui knows no domain: it imports neither features nor routes nor sync.'
  }
  return null
}

function packageRefused(file: string, specifier: string): string | null {
  const [workspace, part] = file.split('/')
  if (workspace !== 'sync' || usesSync.has(part ?? '') || isTest(file)) return null
  if (foreignToSync.test(specifier)) return `sync knows no ${specifier}: the client and the server do.`
  if (specifier.startsWith('dexie') && part !== 'dexie') return 'Only sync/dexie knows Dexie.'
  if (!pureParts.has(part ?? '') || purePackages.has(specifier)) return null
  return `sync/${part} is pure: it uses no ${specifier}.`
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.split('/').includes('testing')
}

function isEndToEnd(file: string): boolean {
  return /^client\/(e2e\/|[\w.-]+\.config\.ts$)/.test(file)
}
