import { expect, test } from 'vitest'
import { verificationMail } from './mails.ts'

const LINK = 'https://vesper.example/auth/verify?token=x'
const firstLine = (name: string) => verificationMail({ email: 'a@b.test', name }, LINK).text.split('\n')[0]

test.each(['Ada', 'Ada L.', 'J. R. R. Tolkien', 'O’Neil', '李小龙'])('a mail greets %s by name', (name) => {
  expect(firstLine(name)).toBe(`Hello ${name},`)
})

test.each(['Win at https://evil.test', 'go to evil.test now', 'www.evil.test/x', 'a@evil.test', 'evil。test.io'])(
  'a mail carries no address in the name of %s',
  (name) => {
    expect(firstLine(name)).toBe('Hello,')
  },
)
