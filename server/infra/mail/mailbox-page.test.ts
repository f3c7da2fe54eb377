import { expect, test } from 'vitest'
import type { Mail } from './entity.ts'
import { mailboxPage } from './mailbox-page.ts'

const mail = {
  ...{ id: '019350a0-0000-7000-8000-000000000000', to: 'fan@example.test', subject: 'Confirm', sentAt: null },
  ...{ text: 'Open\n\nhttp://localhost:3000/auth/verify?token=a-b_c\n\nVesper', attempts: 0, error: null },
  ...{ createdAt: new Date('2026-11-21T10:00:00Z') },
} as Mail

test('a link in a mail can be followed', () => {
  expect(mailboxPage([mail], '')).toContain(
    '<a href="http://localhost:3000/auth/verify?token=a-b_c">http://localhost:3000/auth/verify?token=a-b_c</a>',
  )
})

test('nothing that was typed becomes markup, and there is no script', () => {
  const hostile = `"><script>alert(1)</script> http://x.test/"onmouseover="alert(1) <img src=x>`
  const page = mailboxPage(
    [{ ...mail, to: hostile, subject: hostile, text: hostile, error: hostile, attempts: 1 }],
    hostile,
  )
  expect(page).not.toMatch(/<script|<img|"onmouseover/)
})
