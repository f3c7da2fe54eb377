import { FilesKept, FilesViewable } from '@vesper/sync/vesper/api/files.ts'
import { route } from '../../http/route.ts'
import { mayView } from '../access.ts'
import { File } from '../entity.ts'

/** Tells a device which of the files it keeps are withdrawn: deleted, locked, or of a conversation that is lost. */
export const viewable = route({
  method: 'POST',
  path: '/files/viewable',
  who: 'user',
  limits: [{ points: 60, seconds: 60, by: 'account' }],
  tag: 'Files',
  summary: 'Which of these files the caller may still see',
  body: FilesKept,
  answer: FilesViewable,
  async handle({ app, actor: { userId }, body }) {
    const onlooker = { userId, now: app.clock() }
    const em = app.orm.em.fork()
    const ids: string[] = []
    for (const file of await em.find(File, { id: { $in: body.ids }, status: 'ready' })) {
      if (await mayView(app, em, { file, onlooker })) ids.push(file.id)
    }
    return { ids }
  },
})
