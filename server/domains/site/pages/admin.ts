import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { PAGE_LOCALES, PageSlug } from '@vesper/sync/vesper/api/pages.ts'
import * as v from 'valibot'
import type { AdminCommands, AdminInput } from '../../../admin.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { publishPage, setPage, withdrawPage } from './commands.ts'
import { Page } from './entity.ts'
import { parsePage } from './parse-page.ts'
import { sitePages } from './queries.ts'

const USAGE = 'page | page set terms en terms.md | page publish terms en | page withdraw terms en'

const Named = v.object({ slug: PageSlug, locale: v.picklist(PAGE_LOCALES) })

export const admin: AdminCommands = {
  page: { summary: `Lists the pages of the site, or changes one: ${USAGE}`, run },
}

async function run({ app, args, print }: AdminInput): Promise<void> {
  const [action, slug, locale, file] = args
  if (action === undefined) return list({ app, args, print })
  const named = v.safeParse(Named, { slug, locale })
  if (!named.success) throw new Refusal('invalid', `Use it so: ${USAGE}`)
  const { output } = named
  if (action === 'set' && file !== undefined) {
    const text = await textOf(file)
    await transact(app, null, (tx) => setPage(tx, output, parsePage(text)))
    print(`The draft of ${output.slug} (${output.locale}) is kept. Publish it with: page publish ${slug} ${locale}`)
  } else if (action === 'publish') {
    await transact(app, null, (tx) => publishPage(tx, output))
    print(`${output.slug} (${output.locale}) is published`)
  } else if (action === 'withdraw') {
    await transact(app, null, (tx) => withdrawPage(tx, output))
    print(`${output.slug} (${output.locale}) is withdrawn`)
  } else throw new Refusal('invalid', `Use it so: ${USAGE}`)
}

async function list({ app, print }: AdminInput): Promise<void> {
  const em = app.orm.em.fork()
  for (const locale of PAGE_LOCALES) {
    for (const page of await sitePages(em, locale)) {
      if (page.locale === locale)
        print(`${page.slug}  ${locale}  published ${page.updatedAt.slice(0, 10)}  ${page.title}`)
    }
  }
  for (const { slug, locale, title } of await em.find(Page, { state: 'draft' }, { orderBy: { slug: 'asc' } })) {
    print(`${slug}  ${locale}  draft  ${title}`)
  }
}

/** npm runs commands in the folder of the workspace; a file is meant from where npm was called. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8')
  } catch {
    throw new Refusal('not-found', 'This file cannot be read.')
  }
}
