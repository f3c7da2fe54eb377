import type { MailValue } from '../../site/mails/templates/template.ts'

/** Why a term was not paid. */
const REASONS = {
  tokens: {
    en: 'Your wallet has not enough tokens. Top it up: we try again over the next seven days.',
    ar: 'لا يوجد في محفظتك ما يكفي من الرموز. اشحنها: سنحاول مجددًا خلال الأيام السبعة القادمة.',
  },
  creator: {
    en: 'The account of the creator is closed at the moment. Nothing was charged. We try again over the next seven days.',
    ar: 'حساب المبدع مغلق حاليًا. لم يُخصم أي مبلغ. سنحاول مجددًا خلال الأيام السبعة القادمة.',
  },
  card: {
    en: 'Your card was declined. Pay with another card or with tokens: we try again over the next seven days.',
    ar: 'رُفضت بطاقتك. ادفع ببطاقة أخرى أو بالرموز: سنحاول مجددًا خلال الأيام السبعة القادمة.',
  },
  'card-unusable': {
    en: 'Your card cannot be used any more. We do not try it again: pay with another card or with tokens.',
    ar: 'لم تعد بطاقتك صالحة للاستخدام. لن نحاول مجددًا: ادفع ببطاقة أخرى أو بالرموز.',
  },
  authentication: {
    en: 'Your bank asks you to confirm the payment. Open your subscriptions and confirm it there.',
    ar: 'يطلب مصرفك تأكيد الدفع. افتح اشتراكاتك وأكّده هناك.',
  },
} as const satisfies Record<string, MailValue>

const BEYOND_LIMIT: MailValue = {
  en: 'Its renewal would have passed a limit that you have set.',
  ar: 'كان تجديده سيتجاوز حدًّا وضعته.',
}

/** The price of a term in a sentence; null for a free one. */
function costOf(amount: { en: string; ar: string } | null): MailValue {
  if (amount === null) return { en: 'It is free.', ar: 'وهو مجاني.' }
  return { en: `You paid ${amount.en} for this term.`, ar: `دفعت ${amount.ar} عن هذه المدة.` }
}

/** Sentences that stand in mails as values, so that they are in the language of the words around them. */
export const mailPhrases = { reasons: REASONS, beyondLimit: BEYOND_LIMIT, costOf }
