import { DeskSettings, SaveSetting } from '@vesper/sync/vesper/api/desk-site.ts'
import type { DeskSetting } from '@vesper/sync/vesper/api/desk-site.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import * as v from 'valibot'
import { secondPersonNeeded } from '../../../infra/approval-kind.ts'
import { transact } from '../../../infra/database/transaction.ts'
import { route } from '../../../infra/http/route.ts'
import type { Route } from '../../../infra/http/route.ts'
import { SettingValues } from './defaults.ts'
import { formField } from './form-field.ts'
import { isSecret, saveSetting, settingsNow } from './save-setting.ts'
import { needsTwoPersons, SETTING_APPROVAL } from './setting-approval.ts'
import { settingForms } from './setting-forms.ts'

const FRESH_S = 300

type Key = keyof typeof settingForms

const fields = new Map((Object.keys(settingForms) as Key[]).map((key) => [key, formField(SettingValues.entries[key])]))

const listRoute = route({
  method: 'GET',
  path: '/desk/settings',
  who: 'staff',
  needs: 'site.settings',
  tag: 'Desk',
  summary: 'The settings of the site, each with the field of its form',
  answer: DeskSettings,
  async handle({ app }) {
    const { values, versionOf } = await settingsNow(app.orm.em.fork())
    const data = [...fields].map(([key, field]): DeskSetting => {
      const hidden = isSecret(key)
      const isSet = values[key] !== ''
      const shown = { value: hidden ? null : values[key], isSecret: hidden, isSet, version: versionOf(key) }
      return { key, field, ...settingForms[key], ...shown, approval: needsTwoPersons(key) ? SETTING_APPROVAL : null }
    })
    return { data, total: data.length, currency: values.currency }
  },
})

const saveRoute = route({
  method: 'PUT',
  path: '/desk/settings/{key}',
  who: 'staff',
  needs: 'site.settings',
  fresh: FRESH_S,
  tag: 'Desk',
  summary: 'Change a setting of the site',
  params: v.object({ key: v.pipe(v.string(), v.maxLength(60)) }),
  body: SaveSetting,
  answer: Done,
  async handle({ app, actor, params: { key }, body }) {
    if (needsTwoPersons(key)) throw secondPersonNeeded(SETTING_APPROVAL)
    await transact(app, actor, (tx) => saveSetting(tx, { key, version: body.version, value: body.value }))
    return { success: true as const }
  },
})

export const deskSettingRoutes: Route[] = [listRoute, saveRoute]
