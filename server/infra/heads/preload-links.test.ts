import { expect, test } from 'vitest'
import { preloadLinks, routeAt } from './preload-links.ts'

const files = {
  pages: {
    '/explore': { frame: 'page', catalogues: ['content'], files: ['/explore.js', '/shared.js'] },
    '/auth/login': { frame: 'public', catalogues: ['entry'], files: ['/login.js'] },
    '/$profileId': { frame: 'page', catalogues: ['app', 'content'], files: [] },
  },
  frames: { visitor: ['/visitor.js', '/shared.js'], account: ['/account.js'], public: ['/public.js'] },
  texts: { en: { app: '/en-app.js', content: '/en.js' }, ar: { app: '/ar-app.js', content: '/ar.js' } },
  parts: {},
} as const

const visit = { path: '/explore', isVisitor: true, acceptLanguage: '' }
const linked = (given: Partial<typeof visit>) =>
  [...preloadLinks(files, { ...visit, ...given }).matchAll(/href="([^"]+)"/g)].map(([, href]) => href)

test('a page comes with its frame and its texts, each file once', () => {
  expect(linked({})).toEqual(['/visitor.js', '/shared.js', '/en.js', '/explore.js'])
  expect(linked({ isVisitor: false })).toEqual(['/account.js', '/en.js', '/explore.js', '/shared.js'])
  expect(linked({ path: '/auth/login' })).toEqual(['/public.js', '/login.js'])
  expect(linked({ path: '/' })).toEqual(['/public.js', '/login.js'])
  expect(linked({ path: '/', isVisitor: false })).toEqual([])
})

test.each([
  ['ar', '/ar.js'],
  ['ar-EG,en;q=0.5', '/ar.js'],
  ['de, ar;q=0.8', '/ar.js'],
  ['en-GB,ar;q=0.8', '/en.js'],
  ['de', '/en.js'],
])('the texts are those of the first language that there is: %s', (acceptLanguage, text) => {
  expect(linked({ acceptLanguage })).toContain(text)
})

test('an address that no page has loads nothing', () => {
  expect(preloadLinks(files, { ...visit, path: '/explore/more' })).toBe('')
})

test('a fixed segment counts before a named one, and each segment has to fit', () => {
  const routes = ['/$profileId', '/explore', '/posts/$postId', '/creator/$kind', '/creator/media', '/']
  const paths = ['/explore', '/ada', '/posts/1', '/creator/media', '/creator/x/', '/', '/posts/1/2']
  expect(paths.map((path) => routeAt(routes, path))).toEqual([
    '/explore',
    '/$profileId',
    '/posts/$postId',
    '/creator/media',
    '/creator/$kind',
    '/',
    null,
  ])
})
