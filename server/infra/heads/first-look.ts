import { PICTURE_PLACES, sizedUrl, srcSetOf } from '@vesper/sync/media/sized-url.ts'
import { escapeHtml } from '../http/escape-html.ts'
import type { Answers } from './first-answers.ts'

/** Creators of Explore that fit on a first screen. */
const CREATORS_MAX = 4
/** Characters of a text that are seen at first. */
const TEXT_MAX = 600
/** Posts of a feed that are seen at first. */
const POSTS_MAX = 2
/** Photos of a gallery that are seen at first. */
const PHOTOS_MAX = 9

type Card = { name: string; username: string; bio: string; avatar: string | null; cover: string | null }
type File = { type: string; status: string; url: string; width: number | null; height: number | null }
type Participant = { name: string; username: string | null; avatar: string | null }
type Asset = {
  kind: 'gallery' | 'video' | 'product'
  title: string
  description: string
  isLocked: boolean
  performer: Participant
  cover: { url: string | null; width: number } | null
  file: Playable | null
  thumbnail: Playable | null
}
type Playable = Pick<File, 'status' | 'url'> & { posterUrl: string | null; thumbnailUrl: string | null }
type Photo = { file: File | null; isLocked: boolean }
type Stream = { title: string; performer: Participant }
type Post = { text: string; files: File[]; isLocked: boolean; performer: { name: string; avatar: string | null } }

/**
 * The first words and pictures of a page, from the answers that it shows first: they stand until the app is there, and are
 * what strangers get from the API. Empty for a page without answers. Words of the app itself stand in each language, of which
 * the page shows one. For a browser that saves data (`isSaving`) the photos of a gallery and the poster of a video have their
 * room alone.
 */
export function firstLook(answers: Answers, path: string, { isSaving = false } = {}): string {
  const lookAt = (url: string, answer: unknown) => lookOf(url, answer) || pageLook(path, { url, answer, isSaving })
  const shown = Object.entries(answers).map(([url, answer]) => lookAt(url, answer))
  const look = shown.filter(Boolean).join('')
  return look ? `<div id="first"><div class="bar">Vesper</div>${look}</div>` : ''
}

/**
 * The outlines of a page of accounts, which has no first look: nothing of an account stands in it. Empty for other pages.
 */
export function outlineOf(path: string): string {
  const post = '<div class="post"><div class="by"><div class="face"></div><i></i></div><i></i><i></i></div>'
  return path === '/home'
    ? `<div id="first"><div class="bar">Vesper</div><div class="page">${post.repeat(3)}</div></div>`
    : ''
}

/** Answers of calls whose schemas the server itself holds to. */
function lookOf(url: string, answer: unknown): string {
  if (url.startsWith('/api/performers/top?')) return exploreLook((answer as { data: Card[] }).data)
  if (url.startsWith('/api/performers/search/')) return ''
  if (url.startsWith('/api/performers/')) return creatorLook(answer as Card)
  if (url.startsWith('/api/user/feeds/search/')) {
    return url.includes('pinned=') ? '' : postsLook((answer as { data: Post[] }).data)
  }
  return /^\/api\/user\/feeds\/[^/?]+$/.test(url) ? `<div class="page alone">${postLook(answer as Post)}</div>` : ''
}

type Found = { url: string; answer: unknown; isSaving: boolean }

/** The looks of pages of one thing. */
function pageLook(path: string, { url, answer, isSaving }: Found): string {
  if (url.startsWith('/api/performer-assets/photos?')) return photosLook((answer as { data: Photo[] }).data, isSaving)
  if (url.startsWith('/api/performer-assets/')) return assetLook(answer as Asset, isSaving)
  const username = /^\/live\/([^/]+)\/?$/.exec(path)?.[1]
  if (username === undefined || !url.startsWith('/api/streaming/')) return ''
  return streamLook((answer as { data: Stream[] }).data.find(({ performer }) => performer.username === username))
}

/** A video shows its poster, a product its picture, a gallery its photos below. */
function assetLook(asset: Asset, isSaving: boolean): string {
  const { kind, title, description, performer, cover, file, thumbnail, isLocked } = asset
  if (isLocked) return ''
  const poster = thumbnail?.status === 'ready' ? thumbnail.url : (file?.posterUrl ?? file?.thumbnailUrl)
  const shownOf = {
    gallery: '',
    video: `<div class="screen">${poster && !isSaving ? `<img src="${escapeHtml(sizedUrl(poster, 1080))}" alt="" fetchpriority="high" />` : ''}</div>`,
    product: `<div class="square">${cover?.url ? picture(cover.url, { place: 'card', width: cover.width, isFirst: true }) : ''}</div>`,
  }
  return `<div class="page wide thing">${shownOf[kind]}<h1 dir="auto">${escapeHtml(title)}</h1><div class="by">${face(performer.avatar, { size: 'small' })}<b dir="auto">${escapeHtml(performer.name)}</b></div>${words(description)}</div>`
}

/** The first photo loads at once; the others do when they are in view, unless the device spares them (public/start.js). */
function photosLook(photos: readonly Photo[], isSaving: boolean): string {
  const shown = photos.flatMap(({ file, isLocked }) => (isLocked || file?.status !== 'ready' ? [] : [file]))
  const tiles = shown.slice(0, PHOTOS_MAX).map(({ url, width }, at) => {
    return isSaving ? '' : picture(url, { place: 'half', width, isFirst: at === 0, isLazy: at > 0 })
  })
  return `<div class="page wide"><div class="tiles">${tiles.map((tile) => `<div>${tile}</div>`).join('')}</div></div>`
}

/** Who is live with what: all who may know of a stream see it. */
function streamLook(stream: Stream | undefined): string {
  if (!stream) return ''
  const { title, performer } = stream
  return `<div class="stream">${face(performer.avatar, { size: 'large' })}<h1 dir="auto">${escapeHtml(title)}</h1><bdi>${escapeHtml(performer.name)}</bdi></div>`
}

function exploreLook(creators: readonly Card[]): string {
  const cards = creators
    .slice(0, CREATORS_MAX)
    .map(
      ({ name, username, avatar, cover }, at) =>
        `<div class="creator"><div class="strip">${cover ? picture(cover, { place: 'strip', width: 1500, isFirst: at === 0 }) : ''}</div>${face(avatar)}<b dir="auto">${escapeHtml(name)}</b><small dir="ltr">@${escapeHtml(username)}</small></div>`,
    )
  return `<div class="page"><h1><span lang="en">Explore</span><span lang="ar">استكشاف</span></h1><div class="row">${cards.join('')}</div></div>`
}

function creatorLook({ name, username, bio, avatar, cover }: Card): string {
  return `<div class="head">${cover ? picture(cover, { place: 'head', width: 1500, isFirst: true }) : ''}</div><div class="page">${face(avatar, { size: 'large' })}<h1 dir="auto">${escapeHtml(name)}</h1><small dir="ltr">@${escapeHtml(username)}</small>${words(bio)}</div>`
}

function postsLook(posts: readonly Post[]): string {
  return `<div class="page">${posts.slice(0, POSTS_MAX).map(postLook).join('')}</div>`
}

function postLook({ text, files, isLocked, performer }: Post): string {
  const photo = isLocked ? undefined : files.find(({ type, status }) => type === 'photo' && status === 'ready')
  const by = `<div class="by">${face(performer.avatar)}<b dir="auto">${escapeHtml(performer.name)}</b></div>`
  return `<div class="post">${by}${words(text)}${photo ? `<div class="photo" style="aspect-ratio:${ratio(photo)}">${picture(photo.url, { place: 'card', width: photo.width, isFirst: true })}</div>` : ''}</div>`
}

function words(text: string): string {
  // No sign is cut in two.
  const seen = text.slice(0, TEXT_MAX).replace(/[\uD800-\uDBFF]$/, '')
  return seen ? `<p dir="auto">${escapeHtml(seen)}</p>` : ''
}

function face(avatar: string | null, { size = '' }: { size?: 'large' | 'small' | '' } = {}): string {
  const url = avatar && (size === 'large' ? avatar : sizedUrl(avatar, 160))
  return `<div class="face ${size}">${url ? `<img src="${escapeHtml(url)}" alt="" />` : ''}</div>`
}

type Shown = { place: keyof typeof PICTURE_PLACES; width: number | null; isFirst: boolean; isLazy?: boolean }

/** As the app shows it: the browser fetches it once, before and after the app is there. */
function picture(url: string, { place, width, isFirst, isLazy = false }: Shown): string {
  const copies = srcSetOf(url, { width, widest: Infinity }) ?? ''
  const priority = isFirst ? ' fetchpriority="high"' : isLazy ? ' loading="lazy"' : ''
  // The way of loading comes before the addresses: some browsers begin with an address as they read it.
  return `<img${priority} srcset="${escapeHtml(copies)}" sizes="${PICTURE_PLACES[place]}" src="${escapeHtml(sizedUrl(url, 640))}" alt="" />`
}

/** The shape in which the app shows one photo. */
function ratio({ width, height }: File): string {
  const shape = width && height ? Math.min(16 / 9, Math.max(4 / 5, width / height)) : 4 / 3
  return shape.toFixed(3)
}
