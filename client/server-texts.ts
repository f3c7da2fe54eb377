import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { teachTexts } from './error-text.ts'

/** Texts that come from the shared schemas and from the server, so that the catalogues know them. */
const texts: [string, MessageDescriptor][] = [
  ['Enter your email or username.', msg`Enter your email or username.`],
  ['Enter your password.', msg`Enter your password.`],
  ['Enter your email address.', msg`Enter your email address.`],
  ['This email address is too long.', msg`This email address is too long.`],
  ['Enter an email address such as name@example.com.', msg`Enter an email address such as name@example.com.`],
  ['Choose a username.', msg`Choose a username.`],
  ['A username has at least 3 characters.', msg`A username has at least 3 characters.`],
  ['A username has at most 30 characters.', msg`A username has at most 30 characters.`],
  [
    'A username has only letters a to z, digits, dots and underscores.',
    msg`A username has only letters a to z, digits, dots and underscores.`,
  ],
  ['A username neither begins nor ends with a dot.', msg`A username neither begins nor ends with a dot.`],
  ['This username is reserved.', msg`This username is reserved.`],
  ['Enter your name.', msg`Enter your name.`],
  ['A name has at most 60 characters.', msg`A name has at most 60 characters.`],
  ['Use at most 1,000 characters.', msg`Use at most 1,000 characters.`],
  ['Choose a password.', msg`Choose a password.`],
  ['A password has at least 10 characters.', msg`A password has at least 10 characters.`],
  ['A password has at most 128 characters.', msg`A password has at most 128 characters.`],
  ['Choose your country.', msg`Choose your country.`],
  ['Enter your date of birth.', msg`Enter your date of birth.`],
  ['Enter your current password.', msg`Enter your current password.`],
  ['Creators are at least 18 years old.', msg`Creators are at least 18 years old.`],
  ['Your email address is confirmed.', msg`Your email address is confirmed.`],
  [
    'If an account with this email address has yet to be confirmed, a link is on its way.',
    msg`If an account with this email address has yet to be confirmed, a link is on its way.`,
  ],
  [
    'If there is an account with this email address, a link is on its way.',
    msg`If there is an account with this email address, a link is on its way.`,
  ],
]

teachTexts(texts)
