import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { SeenPromo } from '@vesper/sync/vesper/api/desk-promos.ts'
import { Done, uuid } from '@vesper/sync/vesper/api/fields.ts'
import { v7 } from 'uuid'
import * as v from 'valibot'
import { transact } from '../../../../infra/database/transaction.ts'
import { removeFiles } from '../../../../infra/files/commands.ts'
import { keepUpload } from '../../../../infra/files/uploads/keep-upload.ts'
import { takes, uploadSpec } from '../../../../infra/files/uploads/purposes.ts'
import { route } from '../../../../infra/http/route.ts'
import { setPromoPicture } from '../commands.ts'
import { Promo } from '../entity.ts'
import { siteActor } from '../site-actor.ts'

const field = takes('product')

export const pictureRoute = route({
  ...{ method: 'POST', path: '/desk/promos/{id}/picture', who: 'staff', needs: 'site.texts', tag: 'Desk' },
  summary: 'Give a promo a picture, in the place of the one before',
  params: v.object({ id: v.pipe(uuid, v.toLowerCase()) }),
  query: SeenPromo,
  files: uploadSpec({ picture: field }),
  answer: Done,
  async handle({ app, actor, params: { id }, query: { version }, files: [file] }) {
    // No bytes are kept for a promo that is not there.
    const known = await app.orm.em.fork().count(Promo, { id })
    if (known === 0 || !file) throw new Refusal('not-found', 'There is no such promo.')
    const { path, size } = file
    const { id: fileId } = await keepUpload(app, siteActor, {
      ...{ fileId: v7(), path, size, takes: field },
      stored: async () => {},
    })
    try {
      await transact(app, actor, (tx) => setPromoPicture(tx, { id, version, fileId }))
    } catch (error) {
      await transact(app, null, (tx) => removeFiles(tx, [fileId]))
      throw error
    }
    return { success: true as const }
  },
})
