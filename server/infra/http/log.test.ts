import { expect, test } from 'vitest'
import { createLog, scrub } from './log.ts'

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('trace', (line) => void lines.push(line)))
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

test.each([
  ['a field', { token }],
  ['a nested field', { request: { headers: { authorization: `Bearer ${token}` } } }],
  ['an address', { path: `/socket.io/?EIO=4&token=${token}&transport=websocket` }],
  ['an opaque token in an address', { url: 'https://vesper.example/auth/reset?token=3f9a8b7c6d5e' }],
  ['a password', { password: 'correct horse' }],
  ['a database address', { url: 'postgresql://vesper:correct-horse@127.0.0.1/vesper' }],
])('a credential in %s does not reach the log', (_place, fields) => {
  const line = logged((log) => log.info(fields, 'said'))
  expect(line).not.toMatch(/c2lnbmF0|3f9a8b|correct.horse/)
  expect(JSON.parse(line)).toMatchObject({ msg: 'said' })
})

test('a credential in a message or an error does not reach the log', () => {
  const error = new Error(`GET /api/x?token=abc123 failed`, { cause: new Error(`Bearer ${token}`) })
  const line = logged((log) => log.error({ err: error }, `for bearer ${token}`))
  expect(line).not.toMatch(/abc123|c2lnbmF0/)
  expect(JSON.parse(line)).toMatchObject({ err: { cause: { type: 'Error' } } })
})

test('logs the reason of a database error, and no row', () => {
  const message = `insert into "user" ("email") values ('kim@demo.test') - duplicate key value violates "user_email_unique"
 - detail: Key (email)=(kim@demo.test - or so) already exists.
 - hint: Ask kim@demo.test.`
  const line = logged((log) => log.error({ err: Object.assign(new Error(message), { severity: 'ERROR' }) }, 'failed'))
  expect(line).not.toContain('kim@')
  expect(JSON.parse(line)).toMatchObject({ err: { message: 'duplicate key value violates "user_email_unique"' } })
})

test('keeps text that is no credential', () => {
  const line = '{"msg":"transport=websocket&sid=1 at https://vesper.example/a?sort=asc"}'
  expect(scrub(line)).toBe(line)
})

test.each(['eyJ-', 'a-', 'a://b:', '?token=', 'bearer '])('a long address of %j is looked through at once', (part) => {
  const line = part.repeat(20_000)
  // Processor time, whatever else the machine does.
  const begun = process.cpuUsage()
  scrub(line)
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(500)
})
