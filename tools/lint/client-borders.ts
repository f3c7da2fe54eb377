/** The client's layers, lowest first. A file imports from its own layer and from lower ones. */
const layers = ['ui', 'core', 'entities', 'features', 'app', 'routes']
/** Folders of the client that no layer imports. */
const besideLayers = new Set(['build', 'e2e', 'locales', 'public', 'scripts', 'service-worker', 'styles', 'testing'])
const looseInClient = /^client\/(main\.tsx|vite-env\.d\.ts|(lingui|playwright|vite)\.config\.ts)$/

/** The folders of `client/entities`, lowest first. An entity imports only those before it, so that they form no circle. */
const entities = [
  'things',
  'decisions',
  'pauses',
  'content',
  'posts',
  'creators',
  'live',
  'tips',
  'fans',
  'reactions',
  'downloads',
  'captcha',
  'documents',
  'addresses',
  'places',
  'site-pages',
  'promos',
  'orders',
  'payments',
  'bulk',
  'library',
]

/**
 * The only contracts of the product that `core` may import. Session, device and file, with the purposes of uploads, belong to every app; the registries
 * and live events are lists that the engine takes as a whole, and the version of the schema goes out with its requests. `country-check` says if the site is closed to a country.
 */
const contractsOfCore = new Set([
  'api/auth.ts',
  'api/country-check.ts',
  'api/fields.ts',
  'api/login-answer.ts',
  'api/password.ts',
  'api/push.ts',
  'api/settings.ts',
  'fan-model.ts',
  'live-events.ts',
  'mutations/preferences.ts',
  'mutations/registry.ts',
  'mutations/schema-version.ts',
  'purposes.ts',
  'records/file.ts',
  'records/preferences.ts',
  'records/profile.ts',
  'vesper-model.ts',
  'vesper-storage.ts',
])

/** Why `file` may not be where it is in the client, or null. */
export function misplacedInClient(file: string): string | null {
  const [, folder = '', ...rest] = file.split('/')
  if (looseInClient.test(file)) return null
  if (rest.length === 0) return 'Nothing lies loose in client/ beside entry and configuration.'
  if (folder === 'entities') return misplacedEntity(rest)
  if (layers.includes(folder) || besideLayers.has(folder)) return null
  return `client/${folder} is no layer: ${layers.join(' ← ')}.`
}

function misplacedEntity([entity = '', file]: string[]): string | null {
  if (file !== undefined && entities.includes(entity)) return null
  return `client/entities/${entity} has no place in the order of entities, in tools/lint/client-borders.ts.`
}

/** Why a file of the client may not import another of the client or of sync, or null. Paths from the root, in parts. */
export function layerRefused(from: string[], to: string[]): string | null {
  const [rank, targetRank] = [layers.indexOf(from[1] ?? ''), layers.indexOf(to[1] ?? '')]
  if (to[0] === 'sync') return contractRefused(from[1], to)
  if (from[1] === 'service-worker') return serviceWorkerRefused(to)
  if (rank === -1 || isCatalogue(from, to)) return null
  if (targetRank === -1) return `${to.join('/')} is in no layer: ${layers.join(' ← ')}.`
  if (targetRank > rank) return `client/${from[1]} does not import ${to[1]}: ${layers.join(' ← ')}.`
  return from[1] === to[1] && from[2] !== to[2] ? neighbourRefused(from, to) : null
}

function contractRefused(layer: string | undefined, to: string[]): string | null {
  if (layer === 'ui') return 'client/ui knows no domain: it does not import sync.'
  if (layer !== 'core' || to[1] !== 'vesper' || contractsOfCore.has(to.slice(2).join('/'))) return null
  return `client/core knows no domain: parts that need ${to.slice(2).join('/')} lie in client/entities.`
}

function neighbourRefused([, layer, from = '']: string[], [, , to = '']: string[]): string | null {
  if (layer === 'features')
    return `A feature never imports another (${from} → ${to}): compose them in app or in a route.`
  if (layer !== 'entities' || entities.indexOf(to) < entities.indexOf(from)) return null
  return `client/entities/${from} does not import ${to}: ${entities.join(' ← ')}.`
}

function serviceWorkerRefused(to: string[]): string | null {
  return to[1] === 'service-worker' || to[1] === 'core' ? null : 'The service worker imports only core and sync.'
}

function isCatalogue(from: string[], to: string[]): boolean {
  return from[1] === 'core' && from[2] === 'i18n' && to[1] === 'locales'
}
