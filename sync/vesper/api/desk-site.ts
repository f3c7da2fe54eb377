import * as v from 'valibot'

export const settingGroups = ['site', 'access', 'prices', 'money', 'uploads'] as const
export const settingUnits = ['currency', 'tokens', 'days', 'bps', 'megabytes'] as const

/** The settings that take money from creators: two persons change one. Each has its unit. */
export const twoPersonSettings = { commissionBps: 'bps', payoutFee: 'currency' } as const

/** The things that a changed setting reaches. `before-money`: it cannot change any more once money has moved. */
export const settingEffects = [
  ...([
    'at-once',
    'new-sales',
    'new-payments',
    'new-prices',
    'new-payouts',
    'new-gifts',
    'new-uploads',
    'new-streams',
  ] as const),
  'before-money',
] as const

const SimpleField = v.variant('type', [
  v.object({ type: v.literal('switch') }),
  v.object({ type: v.literal('text'), maxLength: v.nullable(v.number()) }),
  v.object({
    type: v.literal('number'),
    min: v.nullable(v.number()),
    max: v.nullable(v.number()),
    isWhole: v.boolean(),
  }),
])
export type SimpleField = v.InferOutput<typeof SimpleField>

/** The field of a form that takes the values of a setting. `list`: texts. `group`: an object of the named fields. */
export const SettingField = v.variant('type', [
  ...SimpleField.options,
  v.object({ type: v.literal('list') }),
  v.object({ type: v.literal('group'), fields: v.array(v.object({ name: v.string(), field: SimpleField })) }),
])
export type SettingField = v.InferOutput<typeof SettingField>

/**
 * A setting of the site. `version` is 0 while the default stands, and rises with each change. A secret has no value here:
 * `isSet` tells if there is one. `approval` names the kind to ask a second person for; null where one person decides.
 */
export const DeskSetting = v.object({
  key: v.string(),
  group: v.picklist(settingGroups),
  field: SettingField,
  unit: v.nullable(v.picklist(settingUnits)),
  effect: v.picklist(settingEffects),
  isSecret: v.boolean(),
  isSet: v.boolean(),
  value: v.unknown(),
  version: v.number(),
  approval: v.nullable(v.string()),
})
export type DeskSetting = v.InferOutput<typeof DeskSetting>

/** `GET /desk/settings`: in the order of the form. */
export const DeskSettings = v.object({ data: v.array(DeskSetting), total: v.number(), currency: v.string() })
export type DeskSettings = v.InferOutput<typeof DeskSettings>

/** `PUT /desk/settings/{key}`. `version`: of the setting that was on the screen. The value that stands changes nothing. */
export const SaveSetting = v.object({
  version: v.pipe(v.number('Give the version of the setting.'), v.integer(), v.minValue(0)),
  value: v.unknown(),
})
