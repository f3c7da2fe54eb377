import type { FilterQuery } from '@mikro-orm/core'
import { raw } from '@mikro-orm/postgresql'
import { Library, LibraryQuery } from '@vesper/sync/vesper/api/files.ts'
import { route } from '../../http/route.ts'
import { Attachment } from '../attachment.ts'
import { File } from '../entity.ts'
import { fileStatusView } from '../views.ts'
import { attachedPurposes } from './purposes.ts'

/** The uploads of a creator, newest first unless told otherwise. */
export const library = route({
  method: 'GET',
  path: '/performer/files/search',
  who: 'performer',
  tag: 'Files',
  summary: 'The own uploads for posts, galleries, videos and products',
  query: LibraryQuery,
  answer: Library,
  async handle({ app, actor: { userId }, query }) {
    const { current, pageSize, sortBy, sort, type, status } = query
    const em = app.orm.em.fork()
    const where: FilterQuery<File> = {
      ...{ ownerId: userId, purpose: { $in: attachedPurposes } },
      ...{ ...(type && { type }), ...(status && { status }) },
      // A conversation shows its files itself.
      [raw(
        (alias) => `not exists (select from attachment a where a.file_id = ${alias}.id and a.holder_type = 'message')`,
      )]: [],
    }
    const page = { limit: pageSize, offset: (current - 1) * pageSize }
    const [files, total] = await em.findAndCount(File, where, { orderBy: [{ [sortBy]: sort }, { id: sort }], ...page })
    const attached = await em.find(Attachment, { fileId: { $in: files.map(({ id }) => id) } })
    const held = new Set(attached.map(({ fileId }) => fileId))
    const data = files.map((file) => ({
      ...fileStatusView(app, file, userId),
      ...{ type: file.type, purpose: file.purpose, isHeld: held.has(file.id) },
      createdAt: file.createdAt.toISOString(),
    }))
    return { data, total }
  },
})
