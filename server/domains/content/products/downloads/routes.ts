import { ArchiveQuery, AssetName, DownloadLinks } from '@vesper/sync/vesper/api/assets.ts'
import type { DownloadLink } from '@vesper/sync/vesper/api/assets.ts'
import type { App } from '../../../../app.ts'
import { lock } from '../../../../infra/database/lock.ts'
import { transact } from '../../../../infra/database/transaction.ts'
import type { Actor, Tx } from '../../../../infra/database/transaction.ts'
import { zipSize } from '../../../../infra/files/media/send-zip.ts'
import { safeFileName } from '../../../../infra/files/safe-file-name.ts'
import { RateLimited } from '../../../../infra/http/limits/rate-limits.ts'
import { route } from '../../../../infra/http/route.ts'
import type { Route } from '../../../../infra/http/route.ts'
import type { Asset } from '../../assets/entity.ts'
import { noAsset } from '../../assets/lock-asset.ts'
import { tagOf } from '../../assets/own-routes.ts'
import { publicPath } from '../../assets/public-routes.ts'
import { findAsset } from '../../assets/queries.ts'
import { signDownloadLink } from './download-link.ts'
import { downloadableOf, downloadableOfAll, productsOf } from './downloadable.ts'
import type { Downloadable } from './downloadable.ts'
import { DownloadRequest } from './entity.ts'

const kind = 'product'
/** Answers with links, of one product to one account, in a day. */
const A_DAY = 20
const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

export const downloadRoute: Route = route({
  method: 'GET',
  path: `${publicPath(kind)}/{id}/download-link`,
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag: tagOf(kind),
  summary: 'Links to the files of a product, for its seller and those who own it; they hold for 10 minutes',
  params: AssetName,
  answer: DownloadLinks,
  async handle({ app, actor, params }) {
    const em = app.orm.em.fork()
    const placed = await findAsset(em, kind, params.id)
    if (!placed) throw noAsset(kind)
    const product = placed.asset
    const held = await downloadableOf(em, { userId: actor.userId, now: app.clock() }, product)
    const left = await countRequests(app, actor, [product.id])
    return { ...linksOf(app, { products: [product], viewerId: actor.userId }, held), left }
  },
})

export const archiveRoute: Route = route({
  method: 'GET',
  path: `${publicPath(kind)}/archive-link`,
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag: tagOf(kind),
  summary:
    'A link to an archive with the files of several products, such as those of an order; it holds for 10 minutes',
  query: ArchiveQuery,
  answer: DownloadLinks,
  async handle({ app, actor, query: { ids } }) {
    const em = app.orm.em.fork()
    const products = await productsOf(em, ids)
    if (!products) throw noAsset(kind)
    const held = await downloadableOfAll(em, { userId: actor.userId, now: app.clock() }, products)
    const left = await countRequests(app, actor, ids)
    return { ...linksOf(app, { products, viewerId: actor.userId }, held), files: [], left }
  },
})

/** Notes that links to these products were asked for; answers how many times that may be today for all of them. */
function countRequests(app: App, actor: Actor, productIds: readonly string[]): Promise<number> {
  return transact(app, actor, async (tx) => {
    const left: number[] = []
    // In one order everywhere: two archives with the same products do not wait for each other.
    for (const productId of productIds.toSorted()) left.push(await countRequest(tx, actor, productId))
    return Math.min(...left)
  })
}

async function countRequest(tx: Tx, { userId }: Actor, productId: string): Promise<number> {
  await lock(tx, 'downloads', `${userId} ${productId}`)
  const since = new Date(tx.now.getTime() - DAY_MS)
  const made = await tx.em.find(
    DownloadRequest,
    { userId, productId, at: { $gt: since } },
    { orderBy: { at: 'desc' }, limit: A_DAY },
  )
  const first = made.length < A_DAY ? undefined : made.at(-1)
  if (first) throw tooOften(first.at.getTime() + DAY_MS - tx.now.getTime())
  tx.em.create(DownloadRequest, { userId, productId, at: tx.now })
  return A_DAY - made.length - 1
}

function tooOften(waitMs: number): RateLimited {
  const hours = Math.ceil(waitMs / HOUR_MS)
  const message =
    hours <= 1
      ? 'You have downloaded this too often today. Try again in an hour.'
      : `You have downloaded this too often today. Try again in ${hours} hours.`
  return new RateLimited(Math.ceil(waitMs / 1000), { message, details: [] })
}

type Target = { products: readonly Asset[]; viewerId: string }

function linksOf(
  app: App,
  { products, viewerId }: Target,
  { right, files }: Downloadable,
): Omit<DownloadLinks, 'left'> {
  const productIds = products.map(({ id }) => id)
  const link = (fileId: string | null, shown: Pick<DownloadLink, 'name' | 'size'>): DownloadLink => {
    const target = { productIds, viewerId, fileId, right }
    const { url, expires } = signDownloadLink(app.secret, target, app.clock())
    return { url, ...shown, expiresAt: expires.toISOString() }
  }
  return {
    files: files.map(({ file, name }) => ({ _id: file.id, ...link(file.id, { name, size: file.size }) })),
    archive: files.length > 1 ? link(null, { name: archiveName(products), size: zipSize(files) }) : null,
  }
}

/** The name of the archive with all files of products. */
export function archiveName(products: readonly Pick<Asset, 'title'>[]): string {
  const [first, ...others] = products
  return (first && others.length === 0 && safeFileName(`${first.title}.zip`)) || 'files.zip'
}
