import { amount, link, name, template } from './template.ts'

const reason = {
  sample: {
    en: 'The photo of your document is too dark to read.',
    ar: 'صورة وثيقتك أغمق من أن تُقرأ.',
  },
  ...{ isRequired: true, isTextOnly: true },
} as const

export const creatorTemplates = {
  'creator-approved': template({
    subject: 'Your creator account is approved',
    paragraphs: [
      'Hello {name},',
      'we have reviewed your documents and approved your account. You can publish now, and fans can find, follow and write to you.',
      'Your studio: {link}',
      'Vesper',
    ],
    placeholders: { name, link: link('/creator/studio') },
  }),
  'creator-rejected': template({
    subject: 'Your creator account was not approved',
    paragraphs: [
      'Hello {name},',
      'we have reviewed your account and could not approve it. The reason:',
      '{reason}',
      'Your drafts and your page are kept. Send other documents here: {link}',
      'Vesper',
    ],
    placeholders: { name, reason, link: link('/creator/verification') },
  }),
  'payout-paid': template({
    subject: 'Your payout was paid',
    paragraphs: ['Hello {name},', 'your payout of {amount} was paid.', 'Your payouts: {link}', 'Vesper'],
    placeholders: { name, amount: { ...amount, isRequired: true }, link: link('/creator/payouts') },
  }),
  'payout-failed': template({
    subject: 'Your payout could not be paid',
    paragraphs: [
      'Hello {name},',
      'your payout could not be paid. Nothing is lost.',
      '{reason}',
      'Your payouts: {link}',
      'Vesper',
    ],
    placeholders: { name, reason, link: link('/creator/payouts') },
  }),
  'payout-rejected': template({
    subject: 'Your payout was rejected',
    paragraphs: [
      'Hello {name},',
      'we have looked at your payout and could not approve it. The money is back in your balance. The reason:',
      '{reason}',
      'Your payouts: {link}',
      'Vesper',
    ],
    placeholders: { name, reason, link: link('/creator/payouts') },
  }),
  'payout-waiting': template({
    subject: 'A payout waits: {amount}',
    paragraphs: [
      'The balance at the payment provider is too low for the payout {payout} of {amount}. It is tried again every few minutes.',
      'Add money to the balance there, or wait until payments have arrived. All open payouts: npm run admin -- payout list',
      'Vesper',
    ],
    placeholders: {
      amount: { ...amount, isRequired: true },
      payout: { sample: '0193a1b2-0000-7000-8000-000000000001', isRequired: true },
    },
  }),
}
