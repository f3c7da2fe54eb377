import nodemailer from 'nodemailer'
import type { TemplateUse } from './entity.ts'

/**
 * `to` is one address; `text` is plain text. `template`: the words may be changed until the mail is sent. `id`: chosen by
 * the caller.
 */
export type OutgoingMail = { to: string; subject: string; text: string; template?: TemplateUse; id?: string }

/** Hands a mail to the world, or throws; `id` is the same at each attempt, so that a double can be told by Message-ID. */
export type MailTransport = (mail: OutgoingMail & { id: string }) => Promise<void>

/** Sends through an SMTP server: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
export function smtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transporter = nodemailer.createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return async ({ id, to, subject, text }) => {
    await transporter.sendMail({ from, to: { name: '', address: to }, subject, text, messageId: `<${id}@${domain}>` })
  }
}
