import * as v from 'valibot'
import { plainText } from '../records/visible-text.ts'
import { CaptchaToken } from './captcha.ts'
import { Email, Name, uuid, visible, whole } from './fields.ts'

export const CONTACT_MESSAGE_MAX = 5_000

/** `POST /contact`. Sent again with the same `_id`, it is one message. */
export const Contact = v.object({
  _id: v.optional(uuid),
  name: Name,
  email: Email,
  subject: v.pipe(
    v.string('Enter a subject.'),
    whole,
    v.trim(),
    visible('Enter a subject.'),
    v.maxLength(120, 'A subject has at most 120 characters.'),
    // It becomes a line of a mail.
    v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, 'A subject is one line of plain text.'),
  ),
  message: v.pipe(
    v.string('Write a message.'),
    whole,
    // The operator reads it in a mail and in a terminal.
    v.transform(plainText),
    v.trim(),
    visible('Write a message.'),
    v.minLength(10, 'A message has at least 10 characters.'),
    v.maxLength(CONTACT_MESSAGE_MAX, 'A message has at most 5,000 characters.'),
  ),
  captchaToken: CaptchaToken,
})

export type Contact = v.InferInput<typeof Contact>
