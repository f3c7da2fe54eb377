import { expect, test } from 'vitest'
import { firstLook, outlineOf } from './first-look.ts'

const evil = `"><img src=x onerror=alert(1)>&`
const photo = { type: 'photo', status: 'ready', url: '/media/1/original', width: 900, height: 600 }
const post = { text: 'At dawn', files: [photo], isLocked: false, performer: { name: 'Ada', avatar: null } }

const ada = { name: 'Ada', username: 'ada', avatar: '/media/2/avatar' }
const asset = {
  ...{ kind: 'video', title: 'Kiln', description: 'Nine hours', isLocked: false, performer: ada, cover: null },
  ...{ file: { status: 'ready', url: '/media/4/original', posterUrl: '/media/4/poster', thumbnailUrl: null } },
  thumbnail: null,
}

test('a post shows its author, its words and its first photo in the sizes of the app', () => {
  const html = firstLook({ '/api/user/feeds/1': post }, '/posts/1')
  expect(html).toContain('Ada')
  expect(html).toContain('At dawn')
  expect(html).toContain('style="aspect-ratio:1.500"')
  expect(html).toContain('/media/1/original?w=640 640w, /media/1/original?w=1080 900w"')
  expect(html.match(/fetchpriority="high"/g)).toHaveLength(1)
})

test('nothing of a locked post is a picture, and one in processing has none', () => {
  const of = (change: object) => firstLook({ '/api/user/feeds/1': { ...post, ...change } }, '/posts/1')
  expect(of({ isLocked: true })).not.toContain('/media/')
  expect(of({ files: [{ ...photo, status: 'processing' }] })).not.toContain('/media/')
  expect(of({ files: [{ ...photo, type: 'video' }] })).not.toContain('/media/')
})

test('a creator shows the cover, the portrait, the name and the first posts, and no pinned ones twice', () => {
  const creator = { name: 'Ada', username: 'ada', bio: 'Paints', avatar: '/media/2/avatar', cover: '/media/3/cover' }
  const feed = { data: [post, { ...post, text: 'Second' }, { ...post, text: 'Third' }] }
  const answers = {
    '/api/performers/ada': creator,
    '/api/user/feeds/search/9?pageSize=20': feed,
    '/api/user/feeds/search/9?pinned=true&pageSize=20': { data: [{ ...post, text: 'Pinned' }] },
  }
  const html = firstLook(answers, '/ada')
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
    '/api/performer-assets/videos/1': {
      ...{ ...asset, title: evil, description: evil, performer: { name: evil, username: evil, avatar: evil } },
      file: { ...asset.file, posterUrl: evil },
    },
    '/api/performer-assets/products/1': { ...asset, kind: 'product', title: evil, cover: { url: evil, width: 9 } },
    '/api/streaming/user/search?pageSize=50': {
      data: [{ title: evil, performer: { name: evil, username: 'ada', avatar: evil } }],
    },
  }
  for (const [url, answer] of Object.entries(answers)) {
    const html = firstLook({ [url]: answer }, '/live/ada')
    expect(html).toContain('onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<img src=x|onerror=alert\(1\)>/)
  }
})

test('a page without answers has no first look', () => {
  expect(firstLook({}, '/explore')).toBe('')
  expect(firstLook({ '/api/performers/search/random?pageSize=24': { data: [] } }, '/explore')).toBe('')
})

test('a video shows its poster in the size of the app, a product its picture, a gallery its photos', () => {
  const video = firstLook({ '/api/performer-assets/videos/1': asset }, '/videos/1')
  for (const shown of ['Kiln', 'Ada', 'Nine hours', '/media/4/poster?w=1080']) expect(video).toContain(shown)
  const cover = { url: '/media/5/product', width: 800 }
  const product = firstLook({ '/api/performer-assets/products/1': { ...asset, kind: 'product', cover } }, '/products/1')
  expect(product).toContain('/media/5/product?w=640')
  const photos = {
    data: [
      { isLocked: false, file: photo },
      { isLocked: true, file: { ...photo, url: '/media/6' } },
    ],
  }
  const gallery = firstLook({ '/api/performer-assets/photos?galleryId=1': photos }, '/galleries/1')
  expect(gallery).toContain('/media/1/original?w=320')
  expect(gallery).not.toContain('/media/6')
})

test('nothing of a locked thing is shown, nor the stream of another creator', () => {
  expect(firstLook({ '/api/performer-assets/videos/1': { ...asset, isLocked: true } }, '/videos/1')).toBe('')
  const live = { '/api/streaming/user/search?pageSize=50': { data: [{ title: 'At the kiln', performer: ada }] } }
  expect(firstLook(live, '/live/ada')).toContain('At the kiln')
  expect(firstLook(live, '/live/grace')).toBe('')
  expect(firstLook(live, '/live')).toBe('')
})

test('the start page of an account comes with its outlines, and other pages of accounts with nothing', () => {
  expect(outlineOf('/home')).toContain('class="post"')
  for (const path of ['/wallet', '/messages', '/explore']) expect(outlineOf(path)).toBe('')
})

const nine = { data: Array.from({ length: 9 }, () => ({ isLocked: false, file: photo })) }
const galleryPhotos = { '/api/performer-assets/photos?galleryId=1': nine }

test('the photos of a gallery load before the app as far as they are in view, and the first at once', () => {
  const images = firstLook(galleryPhotos, '/galleries/1').match(/<img [^>]*>/g) ?? []
  expect(images).toHaveLength(9)
  expect(images.map((image) => image.includes('loading="lazy"'))).toEqual(Array.from({ length: 9 }, (_, at) => at > 0))
  expect(images[0]).toContain('fetchpriority="high"')
})

test('a browser that saves data gets no photos of a gallery and no poster before the app, and their room', () => {
  const saving = { isSaving: true }
  const gallery = firstLook(galleryPhotos, '/galleries/1', saving)
  expect(gallery).not.toContain('<img')
  expect(gallery.match(/<div><\/div>/g)).toHaveLength(9)
  const video = firstLook({ '/api/performer-assets/videos/1': asset }, '/videos/1', saving)
  expect(video).not.toContain('poster')
  expect(video).toContain('<div class="screen"></div>')
  expect(video).toContain('Kiln')
})
