import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { updateAsset } from '../../domains/content/assets/save-asset.ts'
import type { User } from '../../domains/people/accounts/entity.ts'
import { transact } from '../../infra/database/transaction.ts'
import type { Actor } from '../../infra/database/transaction.ts'
import { File } from '../../infra/files/entity.ts'
import { keepUpload } from '../../infra/files/uploads/keep-upload.ts'
import { takes } from '../../infra/files/uploads/purposes.ts'
import { actingAs, must } from '../find-demo-rows.ts'
import { demoId } from './demo-id.ts'
import { plainPdf } from './plain-pdf.ts'
import { productId } from './read-world.ts'
import type { World } from './read-world.ts'

/** Gives each digital product what a buyer downloads, as its creator does. A product that has its file keeps it. */
export async function seedProductFiles(
  app: App,
  { products }: World,
  accounts: ReadonlyMap<string, User>,
): Promise<void> {
  const digital = products.filter(({ type }) => type === 'digital')
  const fileIds = digital.map(({ creator, name }) => soldFileId(creator, name))
  const made = new Set((await app.orm.em.fork().find(File, { id: { $in: fileIds } })).map(({ id }) => id))
  const folder = await mkdtemp(join(tmpdir(), 'vesper-demo-'))
  try {
    for (const { creator, name, description } of digital) {
      const fileId = soldFileId(creator, name)
      if (made.has(fileId)) continue
      const path = join(folder, fileId)
      const pdf = plainPdf(name, [description, '', `By ${must(accounts.get(creator)).name}, on Vesper`])
      await writeFile(path, pdf)
      const upload = { fileId, path, size: pdf.length, name: `${name}.pdf`, takes: takes('product-file') }
      await sell(app, actingAs(must(accounts.get(creator))), { productId: productId(creator, name), upload })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Sold = { productId: string; upload: Parameters<typeof keepUpload>[2] }

async function sell(app: App, creator: Actor, { productId: _id, upload }: Sold): Promise<void> {
  const { id } = await keepUpload(app, creator, upload)
  await transact(app, creator, (tx) => updateAsset(tx, { _id, kind: 'product', changes: { fileIds: [id] } }))
}

function soldFileId(creator: string, name: string): string {
  return demoId(creator, `sold.${name}`)
}
