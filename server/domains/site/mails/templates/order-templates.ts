import { link, name, template } from './template.ts'

const number = { sample: 'V-1042' } as const
const creator = { sample: { en: 'Nova', ar: 'نوفا' } } as const
const tokens = { sample: '250' } as const
const order = { name, number: { ...number, isRequired: true }, link: link('/orders/example') } as const
const reason = {
  sample: { en: 'The parcel was lost.', ar: 'ضاع الطرد.' },
  ...{ isRequired: true, isOptional: true, isTextOnly: true },
} as const

/** The mails to buyers. */
export const orderTemplates = {
  'order-files': template({
    subject: 'Your order {number}',
    paragraphs: [
      'Hello {name},',
      'thank you for your order from {creator}. You paid {tokens} tokens.',
      'Your files are ready to download.',
      'The order: {link}',
      'Vesper',
    ],
    placeholders: { ...order, number, creator, tokens: { ...tokens, isRequired: true } },
  }),
  'order-parcel': template({
    subject: 'Your order {number}',
    paragraphs: [
      'Hello {name},',
      'thank you for your order from {creator}. You paid {tokens} tokens.',
      '{creator} sends it to the address that you chose. We tell you when it is on its way.',
      'The order: {link}',
      'Vesper',
    ],
    placeholders: { ...order, number, creator, tokens: { ...tokens, isRequired: true } },
  }),
  'order-shipped': template({
    subject: 'Your order {number} is on its way',
    paragraphs: [
      'Hello {name},',
      '{creator} has sent your order.',
      'Parcel: {parcel}',
      'Follow it: {trackingLink}',
      'The order: {link}',
      'Vesper',
    ],
    placeholders: {
      ...{ ...order, number, creator },
      parcel: { sample: 'DHL 00340434', isRequired: true, isOptional: true, isTextOnly: true },
      trackingLink: {
        sample: 'https://carrier.example/00340434',
        ...{ isRequired: true, isOptional: true, isTextOnly: true },
      },
    },
  }),
  'order-canceled': template({
    subject: 'The order {number} was canceled',
    paragraphs: [
      'Hello {name},',
      'your order {number} was canceled. {tokens} tokens are back in your wallet.',
      'The reason: {reason}',
      'The order: {link}',
      'Vesper',
    ],
    placeholders: { ...order, tokens: { ...tokens, isRequired: true }, reason },
  }),
  'order-refunded': template({
    subject: 'Tokens back for your order {number}',
    paragraphs: [
      'Hello {name},',
      '{tokens} tokens of your order {number} are back in your wallet.',
      'The reason: {reason}',
      'The order: {link}',
      'Vesper',
    ],
    placeholders: { ...order, tokens: { ...tokens, isRequired: true }, reason },
  }),
}
