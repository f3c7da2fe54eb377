import type { Plugin } from 'vite'

/** `update` of a route that lies at its own path below the root, as the generator of the router writes it. */
const UPDATE =
  /(\w+)\.update\(\{\s*id: ('[^']*'),\s*path: \2,\s*getParentRoute: \(\) => rootRouteImport,\s*\}(?: as any)?\)/g
/** The names of children of the root, which nothing reads. */
const CHILDREN = /(const rootRouteChildren(?:: \w+)? = )\{([^}]*)\}/

/** Writes the tree of routes, which the login page loads too, with fewer words; some 70 routes repeat the same ones. */
export function compactRouteTree(): Plugin {
  return {
    name: 'vesper:compact-route-tree',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/route-tree\.gen\.ts$/ },
      handler: (code) => ({ code: compact(code), map: null }),
    },
  }
}

/** Throws where the generated tree has another form. */
export function compact(code: string): string {
  if (code.search(UPDATE) < 0 || !CHILDREN.test(code)) throw new Error('The tree of routes cannot be compacted.')
  const placed = code
    .replaceAll(UPDATE, 'placeRoute($1, $2)')
    .replace(CHILDREN, (_, start: string, children: string) => `${start}[${children.replaceAll(/\w+: /g, '')}]`)
  return `${placed}
function placeRoute(route, path) {
  return route.update({ id: path, path, getParentRoute: () => rootRouteImport })
}
`
}
