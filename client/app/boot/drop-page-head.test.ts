// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dropPageHead } from './drop-page-head.ts'

type Hear = Parameters<Parameters<typeof dropPageHead>[0]['subscribe']>[1]

test('the head of the first page goes when another page is shown, and not before', () => {
  document.head.innerHTML = `<title>Mara</title><meta name="theme-color" content="#000"><link rel="canonical" data-head
    href="/mara"><script type="application/ld+json" data-head>{}</script>`
  const heard = new Set<Hear>()
  dropPageHead({
    subscribe: (_event, hear) => {
      heard.add(hear)
      return () => heard.delete(hear)
    },
  })
  const move = (moved: Parameters<Hear>[0]) => {
    for (const hear of heard) hear(moved)
  }
  move({ pathChanged: true })
  move({ pathChanged: false, fromLocation: {} })
  expect(document.querySelectorAll('[data-head]')).toHaveLength(2)
  move({ pathChanged: true, fromLocation: {} })
  expect(document.querySelectorAll('[data-head]')).toHaveLength(0)
  expect(document.head.children).toHaveLength(2)
  expect(heard.size).toBe(0)
})
