import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'

test('the icon of the app offers what fans do, and what creators do', () => {
  expect(manifest.shortcuts?.map(({ name, url }) => [name, url])).toEqual([
    ['Messages', '/messages'],
    ['Waiting to be sent', '/outbox'],
    ['New post', '/creator/studio/new'],
    ['Go live', '/creator/live'],
    ['Media', '/creator/media'],
    ['Home', '/home'],
  ])
})

test('each icon that the manifest names is there', () => {
  const icons = [...(manifest.icons ?? []), ...(manifest.shortcuts ?? []).flatMap(({ icons: own = [] }) => own)]
  const missing = icons.filter(({ src }) => !existsSync(new URL(`../public${src}`, import.meta.url)))
  expect(missing).toEqual([])
})
