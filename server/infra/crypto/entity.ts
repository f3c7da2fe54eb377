import { defineEntity, p } from '@mikro-orm/core'

/** A key that servers of this database use, by its fingerprint: what it signed or sealed is worth nothing without it. */
export const KeyUse = defineEntity({
  name: 'KeyUse',
  tableName: 'key_use',
  properties: {
    purpose: p.string().length(20).$type<KeyPurpose>().primary(),
    keyId: p.string().length(22).primary(),
    since: p.datetime(),
    /** Servers may start without it from then on. */
    retiredAt: p.datetime().nullable(),
  },
})

export const keyPurposes = ['session', 'media', 'details', 'vapid'] as const
export type KeyPurpose = (typeof keyPurposes)[number]
