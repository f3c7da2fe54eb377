import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compact } from './compact-route-tree.ts'

const tree = readFileSync(join(import.meta.dirname, '../app/route-tree.gen.ts'), 'utf8')

test('each route keeps its path and its place below the root', () => {
  const code = compact(tree)
  expect(code).toContain("const WalletHistoryRoute = placeRoute(WalletHistoryRouteImport, '/wallet/history')")
  const placed = [...code.matchAll(/^const (\w+) = placeRoute\(/gm)].map(([, name]) => name)
  const [, children = ''] = /const rootRouteChildren[^[]*= \[([^\]]*)\]/.exec(code) ?? []
  const kept = children.split(',').map((name) => name.trim().replace(/WithChildren$/, ''))
  expect(kept).toEqual(expect.arrayContaining(placed))
  const [, named = ''] = /const rootRouteChildren[^{]*= \{([^}]*)\}/.exec(tree) ?? []
  expect(kept.filter(Boolean)).toHaveLength(named.split(',').filter((name) => name.trim()).length)
  expect(placed.length).toBeGreaterThan(50)
})

test('a tree of another form is refused', () => {
  expect(() => compact('export const routeTree = null')).toThrow('cannot be compacted')
})
