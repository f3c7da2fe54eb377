// @vitest-environment happy-dom
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyRoute } from '@tanstack/react-router'
import { FILE_ENDING, PAGE_SEGMENTS, RESERVED_USERNAMES } from '@vesper/sync/vesper/api/username.ts'
import { expect, test } from 'vitest'
import { routeTree } from '../app/route-tree.gen.ts'

test('the first segments of all pages are reserved, and no others are listed as such', () => {
  const segments = new Set(pathsOf(routeTree).map((path) => path.split('/')[1] ?? ''))
  expect(segments).toContain('$profileId')
  const named = [...segments].filter((segment) => segment !== '' && !segment.startsWith('$'))
  expect(PAGE_SEGMENTS.toSorted()).toEqual(named.toSorted())
})

test('no public file or folder has an address that a username can take', () => {
  const files = readdirSync(join(import.meta.dirname, '../public'))
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((name) => !RESERVED_USERNAMES.has(name) && !FILE_ENDING.test(name))).toEqual([])
})

function pathsOf(route: AnyRoute): string[] {
  const { fullPath, path = '' } = route.options as { fullPath?: string; path?: string }
  const children = Object.values((route.children ?? {}) as Record<string, AnyRoute>)
  return [...(route.isRoot ? [] : [fullPath ?? path]), ...children.flatMap(pathsOf)]
}
