// @vitest-environment happy-dom
import type { AnyRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { pageOfMatches } from '../app/page-of-matches.ts'
import { routeTree } from '../app/route-tree.gen.ts'

/** Addresses that lead on and show nothing. */
const withoutPage = ['/', '/help', '/privacy', '/terms', '/creator/payout-details']

test('every page has a title, its own or that of its parent', () => {
  const untitled = pagesOf(routeTree).flatMap(({ path, trail }) => {
    const title = pageOfMatches(trail.map(({ options }) => ({ staticData: options.staticData ?? {} }))).title
    return title ? [] : [path]
  })
  expect(untitled).toEqual(withoutPage)
})

type Page = { path: string; trail: AnyRoute[] }

function pagesOf(route: AnyRoute, above: AnyRoute[] = []): Page[] {
  const trail = [...above, route]
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  const below = children.flatMap((child) => pagesOf(child, trail))
  if (route.isRoot || children.length > 0) return below
  return [{ path: String((route.options as { fullPath?: string; path?: string }).path), trail }]
}
