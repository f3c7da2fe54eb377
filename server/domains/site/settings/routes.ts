import { PublicSettings, SettingsByKey, SettingsKeys } from '@vesper/sync/vesper/api/settings.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { publicSettings, publicSettingsByKey } from './views.ts'

export const settingsRoutes: Route[] = [
  route({
    method: 'GET',
    path: '/settings/public',
    who: 'any',
    staysOpen: true,
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag: 'Settings',
    summary: 'What the app needs to know about this site',
    answer: PublicSettings,
    handle: async ({ app }) => publicSettings(await app.settings.read(), app),
  }),
  route({
    method: 'POST',
    path: '/settings/keys',
    who: 'any',
    staysOpen: true,
    limits: [{ points: 120, seconds: 60, by: 'account' }],
    tag: 'Settings',
    summary: 'Some public settings by name',
    body: SettingsKeys,
    answer: SettingsByKey,
    handle: async ({ app, body }) => publicSettingsByKey(await app.settings.read(), app, body.keys),
  }),
]
