import { domain, synced } from '../../../infra/domain.ts'
import { ownSpace } from '../../../infra/sync/mutation-handlers.ts'
import { updatePreferences } from './commands.ts'
import { Preferences } from './entity.ts'
import { preferenceRoutes } from './routes.ts'
import { preferences as collection, recordPreferences } from './synced.ts'

/** The look of the app that an account wants on all its devices. */
export const preferences = domain({
  name: 'preferences',
  entities: [synced(Preferences, recordPreferences)],
  routes: preferenceRoutes,
  collections: [collection],
  mutations: { 'preferences.update': { run: updatePreferences, spaces: ownSpace } },
})
