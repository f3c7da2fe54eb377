import { posix } from 'node:path'
import { layerRefused, misplacedInClient } from './client-borders.ts'

/**
 * The allowed imports, on paths relative to the repository's root:
 *
 *     client → sync ← server        tools and configuration files may import anything
 *
 *     sync    engine ← vesper: the engine knows no product; engine/core, engine/protocol and vesper/records import
 *             only each other and pure packages; only engine/dexie knows Dexie
 *             bench and examples use it like any app; the bench may use tools
 *     server  infra ← content ← domains, which lie in wings; server/domains.ts lists them. A wing imports the wings of
 *             lower ranks: site, notify ← people ← content, talk, money ← shop ← community ← live
 *             ← reach ← desk. Rooms of one wing import
 *             each other, without cycles (import-graph.test.ts)
 *     client  ui ← core ← entities ← features ← app ← routes; a feature never imports another, an entity only those
 *             before it; ui knows no sync, core no domain. Every file lies in a layer or in a folder beside them, so that
 *             no import leads around a layer. End-to-end tests may use tools
 *
 * Tests may import what they test with: only the borders between workspaces hold for them.
 */
const pureParts = new Set(['engine/core', 'engine/protocol', 'vesper/records', 'media'])
const purePackages = new Set(['valibot', 'uuid', 'node-diff3'])
/** In sync's folder, and no part of it. */
const usesSync = new Set(['bench', 'examples'])
/** The wings of the server's domains by rank, lowest first. Wings of one rank do not import each other. */
const wings = [
  ['site', 'notify'],
  ['people'],
  ['content', 'talk', 'money'],
  ['shop'],
  ['community'],
  ['live'],
  ['reach'],
  ['desk'],
]
const wingOrder = wings.map((rank) => rank.join(', ')).join(' ← ')
const foreignToSync = /^(react|react-dom|effector|@mikro-orm|hyper-express|uWebSockets\.js|socket\.io)/

/** Why `file` may not import `specifier`, or null. `file` is relative to the repository's root, with slashes. */
export function borderCrossed(file: string, specifier: string): string | null {
  const target = targetOf(file, specifier)
  if (target === null) return packageRefused(file, specifier)
  return workspaceRefused(file, target) ?? (isTest(file) ? null : partRefused(file, target))
}

/** Why `file` may not be where it is, or null. */
export function misplaced(file: string): string | null {
  const [workspace, folder, ...rest] = file.split('/')
  if (workspace === 'server' && folder === 'domains') return wingMissing(rest)
  return workspace === 'client' ? misplacedInClient(file) : null
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
  if (from[0] === 'server') return serverLayerRefused(from, to)
  if (from[0] === 'sync') return productRefused(from, to) ?? pureRefused(from, to)
  return from[0] === 'client' && !isEndToEnd(file) ? layerRefused(from, to) : null
}

function serverLayerRefused(from: string[], to: string[]): string | null {
  if (from[1] === 'infra' && (to[1] === 'domains' || to[1] === 'content' || to[1] === 'domains.ts')) {
    return 'server/infra knows no domain: infra ← content ← domains. A domain hands over what infra needs by its manifest.'
  }
  if (from[1] === 'content' && (to[1] === 'domains' || to[1] === 'domains.ts')) {
    return 'server/content knows no domain: infra ← content ← domains.'
  }
  if (from[1] === 'domains' && to[1] === 'domains.ts' && from.at(-1) !== 'set.ts') {
    return 'server/domains.ts lists the domains: no domain imports it.'
  }
  return from[1] === 'domains' && to[1] === 'domains' ? wingRefused(from[2] ?? '', to[2] ?? '') : null
}

function wingRefused(from: string, to: string): string | null {
  if (from === to || rankOf(to) < rankOf(from)) return null
  return `The wing ${from} does not import ${to}: ${wingOrder}.`
}

/** A domain is a folder of a wing: any other place would lead around the order of the wings. */
function wingMissing([wing = '', , file]: string[]): string | null {
  return file !== undefined && rankOf(wing) !== -1 ? null : `server/domains/${wing} is no wing: ${wingOrder}.`
}

function rankOf(wing: string): number {
  return wings.findIndex((rank) => rank.includes(wing))
}

function productRefused(from: string[], to: string[]): string | null {
  if (from[1] !== 'engine' || to[1] !== 'vesper') return null
  return 'sync/engine knows no product: engine ← vesper.'
}

function pureRefused(from: string[], to: string[]): string | null {
  if (!isPure(from) || isPure(to)) return null
  return `sync/${partOf(from)} is pure: the pure parts import only each other.`
}

function isPure(path: string[]): boolean {
  return pureParts.has(path[1] ?? '') || pureParts.has(partOf(path))
}

/** The folder of a path inside its workspace, two levels deep. */
function partOf(path: string[]): string {
  return path.slice(1, 3).join('/')
}

function packageRefused(file: string, specifier: string): string | null {
  const [workspace, part] = file.split('/')
  if (workspace !== 'sync' || usesSync.has(part ?? '') || isTest(file)) return null
  if (foreignToSync.test(specifier)) return `sync knows no ${specifier}: the client and the server do.`
  const path = file.split('/')
  if (specifier.startsWith('dexie') && partOf(path) !== 'engine/dexie') return 'Only sync/engine/dexie knows Dexie.'
  if (!isPure(path) || purePackages.has(specifier)) return null
  return `sync/${partOf(path)} is pure: it uses no ${specifier}.`
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.split('/').includes('testing')
}

function isEndToEnd(file: string): boolean {
  return /^client\/(e2e\/|[\w.-]+\.config\.ts$)/.test(file)
}
