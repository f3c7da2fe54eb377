import { PreferenceChanges } from '@vesper/sync/vesper/mutations/preferences.ts'
import { Preferences as PreferencesRecord } from '@vesper/sync/vesper/records/preferences.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { updatePreferences } from './commands.ts'
import { Preferences } from './entity.ts'
import { preferencesView } from './views.ts'

const path = '/users/me/preferences'
const tag = 'Users'

export const preferenceRoutes: Route[] = [
  route({
    method: 'GET',
    path,
    who: 'user',
    tag,
    summary: 'How the account wants the app to be; null where it has chosen nothing',
    answer: PreferencesRecord,
    async handle({ app, actor }) {
      const held = await app.orm.em.fork().findOne(Preferences, { userId: actor.userId })
      return preferencesView(actor.userId, held)
    },
  }),
  route({
    method: 'PUT',
    path,
    who: 'user',
    tag,
    summary: 'Change some of the preferences; what is left out stays',
    body: PreferenceChanges,
    answer: PreferencesRecord,
    async handle({ app, actor, body }) {
      const held = await transact(app, actor, (tx) => updatePreferences(tx, { changes: body }))
      return preferencesView(actor.userId, held)
    },
  }),
]
