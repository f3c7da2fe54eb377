import type { OutgoingMail } from '../../../infra/mail/smtp.ts'

type Message = { name: string; email: string; subject: string; message: string }

/** Brings the owner of the site a message of the contact form. */
export function contactMail(to: string, { name, email, subject, message }: Message): OutgoingMail {
  return { to, subject: `Contact: ${subject}`, text: `From: ${name} <${email}>\n\n${message}\n` }
}
