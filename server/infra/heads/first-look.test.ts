import { expect, test } from 'vitest'
import { firstLook } from './first-look.ts'

const evil = `"><img src=x onerror=alert(1)>&`
const photo = { type: 'photo', status: 'ready', url: '/media/1/original', width: 900, height: 600 }
const post = { text: 'At dawn', files: [photo], isLocked: false, performer: { name: 'Ada', avatar: null } }

test('a post shows its author, its words and its first photo in the sizes of the app', () => {
  const html = firstLook({ '/api/user/feeds/1': post })
  expect(html).toContain('Ada')
  expect(html).toContain('At dawn')
  expect(html).toContain('style="aspect-ratio:1.500"')
  expect(html).toContain('/media/1/original?w=640 640w, /media/1/original?w=1080 900w"')
  expect(html.match(/fetchpriority="high"/g)).toHaveLength(1)
})

test('nothing of a locked post is a picture, and one in processing has none', () => {
  const of = (change: object) => firstLook({ '/api/user/feeds/1': { ...post, ...change } })
  expect(of({ isLocked: true })).not.toContain('/media/')
  expect(of({ files: [{ ...photo, status: 'processing' }] })).not.toContain('/media/')
  expect(of({ files: [{ ...photo, type: 'video' }] })).not.toContain('/media/')
})

test('a creator shows the cover, the portrait, the name and the first posts, and no pinned ones twice', () => {
  const creator = { name: 'Ada', username: 'ada', bio: 'Paints', avatar: '/media/2/avatar', cover: '/media/3/cover' }
  const feed = { data: [post, { ...post, text: 'Second' }, { ...post, text: 'Third' }] }
  const html = firstLook({
    '/api/performers/ada': creator,
    '/api/user/feeds/search/9?pageSize=20': feed,
    '/api/user/feeds/search/9?pinned=true&pageSize=20': { data: [{ ...post, text: 'Pinned' }] },
  })
  for (const shown of ['/media/3/cover?w=640', '/media/2/avatar', 'Paints', '@ada', 'At dawn', 'Second']) {
    expect(html).toContain(shown)
  }
  for (const later of ['Third', 'Pinned']) expect(html).not.toContain(later)
})

test('words and addresses of people end no element and no attribute', () => {
  const creator = { name: evil, username: evil, bio: `</p>${evil}`, avatar: evil, cover: evil }
  const answers = {
    '/api/performers/ada': creator,
    '/api/performers/top?pageSize=12': { data: [creator] },
    '/api/user/feeds/1': { ...post, text: evil, performer: { name: evil, avatar: evil } },
  }
  for (const [url, answer] of Object.entries(answers)) {
    const html = firstLook({ [url]: answer })
    expect(html).toContain('onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img src=x|onerror=alert\(1\)>/)
  }
})

test('a page without answers has no first look', () => {
  expect(firstLook({})).toBe('')
  expect(firstLook({ '/api/performers/search/random?pageSize=24': { data: [] } })).toBe('')
})
