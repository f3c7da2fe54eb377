import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const client = join(import.meta.dirname, '..')

/** Files that come around a page: for visitors, for accounts, which are synchronised as well, and around the login pages. */
export const FRAMES = {
  visitor: 'app/layouts/visitor-frame.tsx',
  account: 'app/layouts/signed-in/signed-in-layout.tsx',
  services: 'app/boot/start-session-services.ts',
  firstAnswers: 'app/boot/ask-first.ts',
  public: 'app/layouts/public/public-layout.tsx',
  /** Creators write more than fans. */
  creator: '../sync/vesper/vesper-model.ts',
} as const

/** Parts that a page loads later in its code, and shows at once. */
export const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/explore': ['features/live/list/live-now-row.tsx', 'features/assets/lists/latest-assets.tsx'],
  '/posts/$postId': ['features/comments/comments.tsx'],
}

/** The files of the engine, where a page does not come without it. */
export function engineOf({ needsEngine, path }: Pick<RouteFile, 'needsEngine' | 'path'>): string[] {
  if (!needsEngine) return []
  return path.startsWith('/creator/') ? [FRAMES.services, FRAMES.creator] : [FRAMES.services]
}

type RouteFile = {
  path: string
  /** Below `client`. */
  file: string
  frame: 'page' | 'public' | null
  catalogues: string[]
  /** Visitors may see the page. */
  isOpen: boolean
  /** It shows rows of the device. */
  needsEngine: boolean
}

/** The pages with a component of their own, as their files declare them. */
export function routeFiles(): RouteFile[] {
  const files = globSync('routes/**/*.tsx', { cwd: client }).map((file) => file.split(sep).join('/'))
  return files.flatMap((file) => {
    const code = readFileSync(join(client, file), 'utf8')
    const path = /createFileRoute\('([^']+)'\)/.exec(code)?.[1]
    if (!path || !/\bcomponent:/.test(code) || file.includes('.test.')) return []
    const layout = /\blayout: '([\w-]+)'/.exec(code)?.[1] ?? 'primary'
    const declared = /\bcatalogues: \[([^\]]*)\]/.exec(code)?.[1]
    return [
      {
        path: path.length > 1 ? path.replace(/\/$/, '') : path,
        file,
        frame: layout === 'public' ? 'public' : layout === 'primary' || layout === 'home' ? 'page' : null,
        catalogues: declared === undefined ? ['app'] : [...declared.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
        isOpen: ![file, ...framesAround(file)].some((name) => isClosed(name)),
        needsEngine: [file, ...framesAround(file)].some((name) => says(name, /\bneedsEngine: true/)),
      },
    ]
  })
}

/** The `route.tsx` of each folder above a page: its rules hold for the page as well. */
function framesAround(file: string): string[] {
  const folders = file.split('/').slice(0, -1)
  return folders.map((_, at) => [...folders.slice(0, at + 1), 'route.tsx'].join('/'))
}

function isClosed(file: string): boolean {
  return says(file, /\b(authenticate|onlyPerformer): true/)
}

/** False for a file that is not there. */
function says(file: string, rule: RegExp): boolean {
  const path = join(client, file)
  return existsSync(path) && rule.test(readFileSync(path, 'utf8'))
}

/** A module of the client by its path below it; others begin with `../`. */
export function moduleName(id: string): string {
  return relative(client, id).split(sep).join('/')
}
