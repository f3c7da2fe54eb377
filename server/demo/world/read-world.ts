import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Motif } from '../art/motifs.ts'
import { demoProducts } from '../small/demo-products.ts'
import { worldCreators } from './creators.ts'
import type { WorldCreator } from './creators.ts'
import { demoId } from './demo-id.ts'
import { parseAssets } from './parse-assets.ts'
import type { WorldAsset } from './parse-assets.ts'
import { parsePosts } from './parse-posts.ts'
import type { WorldPost } from './parse-posts.ts'
import { parseProducts } from './parse-products.ts'
import type { WorldProduct } from './parse-products.ts'

/** A post with what it is in the database; `n` counts the posts of its creator from the oldest, which is 1. */
export type PlacedPost = WorldPost & { id: string; n: number; creator: WorldCreator }

/** A gallery or a video with what it is in the database. */
export type PlacedAsset = Omit<WorldAsset, 'creator'> & { id: string; creator: WorldCreator }

export type World = { posts: PlacedPost[]; products: WorldProduct[]; assets: PlacedAsset[] }

/** The id of a product, and how long it has been on sale; `n` is its place among all. */
export function productId(creator: string, name: string): string {
  return demoId(creator, name)
}

export function productAgeMinutes(n: number): number {
  return (4 + n * 8) * 1440
}

/** The pictures of what the three creators of the tests sell, in the order of `demoProducts`. */
const motifsOfKnown: readonly Motif[] = [
  ...(['landscape', 'contact', 'contact', 'landscape'] as const),
  ...(['loaf', 'plate', 'loaf', 'vinyl', 'strings'] as const),
]

/** Reads the texts of the demo world. */
export async function readWorld(): Promise<World> {
  const posts = await Promise.all(worldCreators.map(readPosts))
  const assets = await Promise.all(['galleries.txt', 'videos.txt'].map(readAssets))
  const file = 'products.txt'
  const products = [...knownProducts(), ...parseProducts(await read(file), file)]
  return { posts: posts.flat(), products, assets: assets.flat() }
}

/** The newest first. */
async function readPosts(creator: WorldCreator): Promise<PlacedPost[]> {
  const file = `${creator.username}.txt`
  const posts = parsePosts(await read(file), file).toSorted((a, b) => a.minutesAgo - b.minutesAgo)
  return posts.map((post, index) => {
    const n = posts.length - index
    return { ...post, id: demoId(creator.username, 'post', n), n, creator }
  })
}

async function readAssets(file: string): Promise<PlacedAsset[]> {
  return parseAssets(await read(file), file).map((asset) => {
    const creator = worldCreators.find(({ username }) => username === asset.creator)
    if (!creator) throw new SyntaxError(`${file}: no creator is called "${asset.creator}"`)
    return { ...asset, id: demoId(asset.creator, `${asset.kind}.${asset.title}`), creator }
  })
}

function knownProducts(): WorldProduct[] {
  return demoProducts.map((product, n) => ({ ...product, status: 'active', motif: motifsOfKnown[n] ?? 'landscape' }))
}

function read(file: string): Promise<string> {
  return readFile(join(import.meta.dirname, file), 'utf8')
}
