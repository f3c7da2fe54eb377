import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { addKeyword } from '../../domains/community/search/keywords.ts'
import { publishPage, setPage } from '../../domains/site/pages/commands.ts'
import { parsePage } from '../../domains/site/pages/parse-page.ts'
import { Promo } from '../../domains/site/promos/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Tx } from '../../infra/database/transaction.ts'
import { must } from '../find-demo-rows.ts'
import { demoId } from './demo-id.ts'
import { worldFans } from './fans.ts'

const DAY_MS = 86_400_000
/** The last days that trending words look at. */
const DAYS = 6

const promos = [
  { title: 'New: galleries', text: 'Whole series of pictures, in the order of their makers.', link: '/explore' },
  { title: 'Made by hand', text: 'Pots, prints and tapes, sent by those who made them.', link: '/search?in=products' },
  {
    title: 'Sell your work',
    text: 'Subscriptions, posts, videos and products.',
    link: '/creator/overview',
    audience: 'creators',
  },
] as const

const searched = [
  'kiln',
  'fog lights',
  'bouldering',
  'moths',
  'sourdough',
  'night bus',
  'slow running',
  'field recording',
]

/** Pages beside those that come with Vesper: the files of `pages/`. */
const pages = ['creators', 'shipping', 'house-rules'] as const

/** Makes what the site shows beside its people: promos, pages, and the words that people search for. */
export async function seedSite(app: App): Promise<void> {
  const em = app.orm.em.fork()
  const ids = promos.map(({ title }) => demoId('site', `promo.${title}`))
  if ((await em.count(Promo, { id: { $in: ids } })) > 0) return
  const texts = await Promise.all(
    pages.map((slug) => readFile(join(import.meta.dirname, 'pages', `${slug}.md`), 'utf8')),
  )
  await transact(app, null, async (tx) => {
    for (const [n, slug] of pages.entries()) await addPage(tx, slug, must(texts[n]))
    for (const [n, promo] of promos.entries()) {
      const nothing = { pictureFileId: null, startsAt: null, endsAt: null }
      tx.em.create(Promo, { id: must(ids[n]), ...nothing, ...promo, state: 'active', place: n + 1 })
    }
    await addSearches(tx)
  })
}

async function addPage(tx: Tx, slug: string, text: string): Promise<void> {
  const page = { slug, locale: 'en' } as const
  await setPage(tx, page, parsePage(text))
  await tx.flush()
  await publishPage(tx, page)
}

/** 200 searches of a week, the first words by the most people. */
async function addSearches(tx: Tx): Promise<void> {
  for (let n = 0; n < 200; n += 1) {
    const keyword = must(searched[Math.floor((n % 20) ** 2 / 52)])
    const now = new Date(tx.now.getTime() - (n % DAYS) * DAY_MS)
    await addKeyword({ ...tx, now }, { keyword, searcher: must(worldFans[(n * 7) % worldFans.length]).username })
  }
}
