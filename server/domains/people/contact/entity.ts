import { defineEntity, p } from '@mikro-orm/core'
import type { InferEntity } from '@mikro-orm/core'

/** A message that came through the contact form. */
export const ContactMessage = defineEntity({
  name: 'ContactMessage',
  tableName: 'contact_message',
  indexes: [{ properties: ['state', 'createdAt'] }, { properties: ['ipHash', 'createdAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** The account that was signed in, if any; its address may differ from `email`. */
    userId: p.uuid().nullable(),
    name: p.string().length(60),
    email: p.string().length(254),
    subject: p.string().length(120),
    message: p.text(),
    /** Tells the messages of one address apart without keeping the address. */
    ipHash: p.string().length(64),
    state: p.enum(['open', 'answered'] as const).default('open'),
    createdAt: p.datetime(),
    answeredAt: p.datetime().nullable(),
  },
})

export type ContactMessage = InferEntity<typeof ContactMessage>
