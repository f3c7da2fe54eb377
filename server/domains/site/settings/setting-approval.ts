import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { twoPersonSettings } from '@vesper/sync/vesper/api/desk-site.ts'
import { v5 } from 'uuid'
import * as v from 'valibot'
import { approvalKind } from '../../../infra/approval-kind.ts'
import { lock } from '../../../infra/database/lock.ts'
import { saveSetting, settingsNow } from './save-setting.ts'
import { schemaOf } from './settings.ts'

/** The kind that changes settings which take money from creators. */
export const SETTING_APPROVAL = 'settings.change'

const TWO_PERSONS = Object.keys(twoPersonSettings) as (keyof typeof twoPersonSettings)[]
const NAMESPACE = '0b8c2f5e-5a52-4a0d-8f0c-6f5f3f1f7f55'

export function needsTwoPersons(key: string): boolean {
  return TWO_PERSONS.some((one) => one === key)
}

/** To change the commission of the platform, and its fee of a payout. */
export const settingApproval = approvalKind({
  ...{ kind: SETTING_APPROVAL, needs: 'site.settings' },
  payload: v.object({ key: v.picklist(TWO_PERSONS), value: v.number('Give the new value.') }),
  subjectOf: ({ key }) => v5(key, NAMESPACE),
  async facts(tx, { key, value }) {
    const schema = schemaOf(key)
    const parsed = schema && v.safeParse(schema, value)
    if (parsed && !parsed.success) throw new Refusal('invalid', parsed.issues[0].message)
    await lock(tx, 'settings', '')
    const { values } = await settingsNow(tx.em)
    if (values[key] === value) throw new Refusal('conflict', 'This setting has this value already.')
    return { setting: key, valueNow: values[key], valueThen: value }
  },
  async execute(tx, { key, value }, text) {
    const { versionOf } = await settingsNow(tx.em)
    await saveSetting(tx, { key, value, version: versionOf(key), text })
  },
})
