import { link, name, notMe, template } from './template.ts'

export const accountTemplates = {
  'confirm-address': template({
    subject: 'Confirm your email address',
    paragraphs: [
      'Hello {name},',
      'please confirm that this is your email address:',
      '{link}',
      'The link works once, within 24 hours. If you did not ask for it, you can ignore this mail.',
      'Vesper',
    ],
    placeholders: { name, link: link('/auth/verify?token=example') },
  }),
  'password-reset': template({
    subject: 'Choose a new password',
    paragraphs: [
      'Hello {name},',
      'someone, hopefully you, asked for a new password. Choose one here:',
      '{link}',
      'The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.',
      'Vesper',
    ],
    placeholders: { name, link: link('/auth/reset?token=example') },
  }),
  'login-link': template({
    subject: 'Log in on your device',
    paragraphs: [
      'Hello {name},',
      'someone tried many passwords on your account. None of them opened it. To log in on a device that is new to it, open this link there first:',
      '{link}',
      'The link works once, within one hour. Your password is asked for afterwards. If you did not ask for it, ignore this mail.',
      'Vesper',
    ],
    placeholders: { name, link: link('/auth/login?unlock=example') },
  }),
  'password-changed': template({
    subject: 'Your password was changed',
    paragraphs: [
      'Hello {name},',
      'the password of your account was changed, and your other devices were signed out.',
      'These logins open your account as before:\n{logins}',
      'Remove a login that is not yours: {accountLink}',
      'If it was not you, choose a new password at once: {forgotLink}',
      'Vesper',
    ],
    placeholders: {
      name,
      logins: { sample: '- Google', isRequired: true, isOptional: true, isTextOnly: true },
      accountLink: { ...link('/user/account'), isOptional: true },
      forgotLink: link('/auth/forgot'),
    },
  }),
  'new-device': template({
    subject: 'A new device logged in',
    paragraphs: [
      'Hello {name},',
      'someone, hopefully you, logged in to your account on a device that is new to it:',
      '{device}\n{country}\n{time}',
      '{notMe}',
      'Vesper',
    ],
    placeholders: {
      ...{ name, notMe },
      device: { sample: 'Firefox, Windows', isRequired: true },
      country: { sample: { en: 'Sweden', ar: 'السويد' } },
      time: { sample: '2027-03-14 09:26 UTC' },
    },
  }),
  'sign-in-changed': template({
    subject: 'The sign-in of your account has changed',
    paragraphs: ['Hello {name},', '{change}', '{notMe}', 'Vesper'],
    placeholders: {
      ...{ name, notMe },
      change: {
        sample: {
          en: 'an authenticator app was added to your account. Its codes are asked for at each login.',
          ar: 'أُضيف تطبيق مصادقة إلى حسابك. تُطلب رموزه عند كل تسجيل دخول.',
        },
        ...{ isRequired: true, isTextOnly: true },
      },
    },
  }),
}
