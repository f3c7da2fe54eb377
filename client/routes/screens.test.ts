// @vitest-environment happy-dom
import { createRouter } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { routeTree } from '../app/route-tree.gen.ts'
import { screens, unmatchedRoutes } from '../testing/screens.ts'

test('each route has a row in the table by which browser tests look at its screens', () => {
  const routes = Object.keys(createRouter({ routeTree }).routesByPath)
  expect(unmatchedRoutes(routes)).toEqual({ withoutRow: [], withoutRoute: [] })
})

test('a route without a row and a row without a route are named', () => {
  const { '/cart': _, ...others } = screens
  const routes = [...Object.keys(others), '/no-such-page']
  expect(unmatchedRoutes(routes)).toEqual({ withoutRow: ['/no-such-page'], withoutRoute: ['/cart'] })
})
