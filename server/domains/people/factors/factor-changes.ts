import type { MailValue } from '../../site/mails/templates/template.ts'

/** Changes of an account's second factors, each as a sentence of a mail to its owner. It begins in lower case. */
export const factorChanges = {
  totpAdded: {
    en: 'an authenticator app was added to your account. Its codes are asked for at each login.',
    ar: 'أُضيف تطبيق مصادقة إلى حسابك. تُطلب رموزه عند كل تسجيل دخول.',
  },
  totpRemoved: {
    en: 'the authenticator app of your account was removed.',
    ar: 'أُزيل تطبيق المصادقة من حسابك.',
  },
  codesRenewed: {
    en: 'your account has new recovery codes. The former ones are good for nothing.',
    ar: 'لحسابك رموز استرداد جديدة. لم تعد الرموز السابقة صالحة.',
  },
  allRemoved: {
    en: 'all second factors of your account were removed, as was asked for seven days ago.',
    ar: 'أُزيلت جميع العوامل الثانية من حسابك، كما طُلب قبل سبعة أيام.',
  },
  passkeyAdded: (name: string) => ({
    en: `the passkey "${name}" was added to your account. It opens your account by itself.`,
    ar: `أُضيف مفتاح المرور «${name}» إلى حسابك. وهو يفتح حسابك بمفرده.`,
  }),
  passkeyRemoved: (name: string) => ({
    en: `the passkey "${name}" was removed from your account.`,
    ar: `أُزيل مفتاح المرور «${name}» من حسابك.`,
  }),
  passkeyRefused: (name: string) => ({
    en: `your passkey "${name}" was refused, since there may be a copy of it. Remove it.`,
    ar: `رُفض مفتاح المرور «${name}»، فقد تكون له نسخة. أزله.`,
  }),
  codeUsed: (left: number, all: number) => ({
    en: `a recovery code of your account was used. ${left} of ${all} are left.`,
    ar: `استُخدم رمز استرداد لحسابك. بقي ${left} من ${all}.`,
  }),
} satisfies Record<string, MailValue | ((...given: never[]) => MailValue)>
