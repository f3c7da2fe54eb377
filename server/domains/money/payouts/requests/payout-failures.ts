/** Reasons for which the payment provider pays no payout. The creator reads the English one in the app, and either by mail. */
export const payoutFailures = {
  refused: {
    en: 'The payment provider refused the payout. Check your account there, then ask again.',
    ar: 'رفض مزوّد الدفع هذه الدفعة. تحقّق من حسابك هناك، ثم اطلب مجددًا.',
  },
  sentBack: {
    en: 'The bank sent the payout back. Check your bank account at the provider, then ask again.',
    ar: 'أعاد المصرف الدفعة. تحقّق من حسابك المصرفي لدى مزوّد الدفع، ثم اطلب مجددًا.',
  },
  noAccount: {
    en: 'There is no account at the payment provider any more.',
    ar: 'لم يعد هناك حساب لدى مزوّد الدفع.',
  },
} as const
