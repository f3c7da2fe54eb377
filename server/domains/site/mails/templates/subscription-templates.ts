import { amount, day, link, name, template } from './template.ts'

/** A break that the creator has planned moves the dates: the sentence that says so. */
const pause = {
  sample: {
    en: 'Nova has planned a break, which moves your dates. If it is called off, the term ends on March 4, 2027.',
    ar: 'خطّط Nova لاستراحة تُغيّر تواريخك. إن أُلغيت، تنتهي المدة في 4 مارس 2027.',
  },
  ...{ isRequired: true, isOptional: true, isTextOnly: true },
} as const
const subscription = {
  name,
  creator: { sample: 'Nova', isRequired: true },
  break: pause,
  link: link('/subscriptions'),
} as const
const price = { ...amount, isRequired: true } as const
const until = { ...day, isRequired: true } as const

export const subscriptionTemplates = {
  'subscription-begun': template({
    subject: 'You are subscribed to {creator}',
    paragraphs: [
      'Hello {name},',
      'your subscription to {creator} is active until {until}. {cost}',
      'It renews by itself on that day. You can cancel at any time, and keep the access that you have paid for.',
      '{break}',
      'Your subscriptions: {link}',
      'Vesper',
    ],
    placeholders: {
      ...{ ...subscription, until },
      cost: {
        sample: { en: 'You paid $9.99 for this term.', ar: 'دفعت 9.99 US$ عن هذه المدة.' },
        ...{ isRequired: true, isTextOnly: true },
      },
    },
  }),
  'subscription-renewed': template({
    subject: 'Your subscription to {creator} was renewed',
    paragraphs: [
      'Hello {name},',
      'your subscription to {creator} is active until {until}. {price} was charged to your card.',
      'It renews by itself on that day. You can cancel at any time, and keep the access that you have paid for.',
      '{break}',
      'Your subscriptions: {link}',
      'Vesper',
    ],
    placeholders: { ...subscription, until, price },
  }),
  'subscription-renews-soon': template({
    subject: 'Your subscription to {creator} renews soon',
    paragraphs: [
      'Hello {name},',
      'your subscription to {creator} renews on {until} for {price}.',
      'To stop it, cancel before that day.',
      '{break}',
      'Your subscriptions: {link}',
      'Vesper',
    ],
    placeholders: { ...subscription, until, price },
  }),
  'subscription-not-renewed': template({
    subject: 'Your subscription to {creator} was not renewed',
    paragraphs: [
      'Hello {name},',
      'we could not renew your subscription to {creator}.',
      '{reason}',
      'You keep your access until {until}.',
      '{break}',
      'Your subscriptions: {link}',
      'Vesper',
    ],
    placeholders: {
      ...{ ...subscription, until },
      reason: {
        sample: {
          en: 'Your card was declined. Pay with another card or with tokens: we try again over the next seven days.',
          ar: 'رُفضت بطاقتك. ادفع ببطاقة أخرى أو بالرموز: سنحاول مجددًا خلال الأيام السبعة القادمة.',
        },
        ...{ isRequired: true, isTextOnly: true },
      },
    },
  }),
  'subscription-ended': template({
    subject: 'Your subscription to {creator} has ended',
    paragraphs: [
      'Hello {name},',
      'your subscription to {creator} has ended. Nothing more is charged.',
      '{limit}',
      'The days that you had paid for are back in your wallet: {tokens} tokens.',
      '{break}',
      'Your subscriptions: {link}',
      'Vesper',
    ],
    placeholders: {
      ...subscription,
      limit: {
        sample: {
          en: 'Its renewal would have passed a limit that you have set.',
          ar: 'كان تجديده سيتجاوز حدًّا وضعته.',
        },
        ...{ isRequired: true, isOptional: true, isTextOnly: true },
      },
      tokens: { sample: '120', isRequired: true, isOptional: true, isTextOnly: true },
    },
  }),
}
