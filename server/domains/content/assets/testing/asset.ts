import { assetSlugOf } from '@vesper/sync/vesper/records/asset.ts'
import { v7 } from 'uuid'
import { transact } from '../../../../infra/database/transaction.ts'
import { Attachment } from '../../../../infra/files/attachment.ts'
import { File } from '../../../../infra/files/entity.ts'
import { newFile } from '../../../../infra/sync/testing/person.ts'
import type { TestServer } from '../../../../testing/server.ts'
import { Asset } from '../entity.ts'
import { slotsOfKind } from '../kinds.ts'
import type { Slot } from '../kinds.ts'

type Server = Pick<TestServer, 'app'>

/** An upload of an account without bytes; answers its id. */
export async function makeUpload(
  { app }: Server,
  ownerId: string,
  given: Partial<File> & Pick<File, 'purpose'>,
): Promise<string> {
  const file = { ...newFile(ownerId), ...given }
  await transact(app, null, async ({ em }) => void em.create(File, file))
  return file.id
}

type Given = Partial<Asset> & Pick<Asset, 'kind'> & { files?: { readonly [Name in Slot]?: Partial<File> } }

/** An active asset with its files, past the commands; answers its id and those of its files by slot. */
export async function makeAsset(
  server: Server,
  performerId: string,
  { files = {}, ...given }: Given,
): Promise<{ id: string; files: { [Name in Slot]?: string } }> {
  const id = given.id ?? v7()
  const title = given.title ?? `The ${given.kind} ${id}`
  const ids: { [Name in Slot]?: string } = {}
  for (const [slot, file] of Object.entries(files) as [Slot, Partial<File>][]) {
    const [purpose] = slotsOfKind[given.kind][slot]?.purposes ?? []
    if (!purpose) throw new Error(`A ${given.kind} has no ${slot}.`)
    ids[slot] = await makeUpload(server, performerId, { purpose, ...file })
  }
  await transact(server.app, null, async ({ em, now }) => {
    const dates = { publishedAt: now, createdAt: now, updatedAt: now }
    const slug = assetSlugOf({ _id: id, kind: given.kind, title })
    em.create(Asset, { ...{ id, performerId, title, slug, status: 'active' }, ...dates, ...given })
    for (const [slot, fileId] of Object.entries(ids) as [Slot, string][]) {
      const role = slotsOfKind[given.kind][slot]?.role ?? 'file'
      em.create(Attachment, { fileId, role, holderType: 'asset', holderId: id, position: 0 })
    }
  })
  return { id, files: ids }
}
