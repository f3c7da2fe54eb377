import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Json } from './canonical-json.ts'
import { canonicalJson } from './canonical-json.ts'
import { chainHash, FIRST_HASH, signedBytes } from './statement.ts'
import type { Statement } from './statement.ts'
import { verifyStatement } from './verify-statement.ts'

let pair: CryptoKeyPair
let keys: Record<string, string>

beforeAll(async () => {
  pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  keys = { one: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)) }
})

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function statementOf(shares: readonly number[]): Promise<Statement> {
  const lines: Statement['lines'] = []
  let hash = FIRST_HASH
  for (const [place, share] of shares.entries()) {
    const line = { kind: 'sale', at: `2026-10-01T00:00:0${place % 10}.000Z`, id: `sale-${place}`, share }
    hash = await chainHash(hash, line)
    lines.push({ hash, line })
  }
  const closing = shares.reduce((sum, share) => sum + share, 0)
  const head = {
    ...{ performerId: 'mara', month: '2026-10', currency: 'USD', count: lines.length, opening: 0, closing },
    ...{ prevHash: FIRST_HASH, hash, keyId: 'one', madeAt: '2026-11-01T01:00:00.000Z' },
  }
  return { head, lines, signature: base64url(await crypto.subtle.sign('Ed25519', pair.privateKey, signedBytes(head))) }
}

const copyOf = (statement: Statement): Statement => structuredClone(statement)

test('a statement as it was signed is right, also after a file has kept it', async () => {
  const statement = await statementOf([100, 250, -50])
  expect(await verifyStatement(statement, keys)).toEqual({ is: 'right' })
  expect(await verifyStatement(JSON.parse(JSON.stringify(statement, null, 2)), keys)).toEqual({ is: 'right' })
})

test('one changed cent is found at its line, and where the hashes were made to fit, at the signature', async () => {
  const statement = await statementOf([100, 250, -50])
  const changed = copyOf(statement)
  Object.assign(changed.lines[1]?.line ?? {}, { share: 350 })
  expect(await verifyStatement(changed, keys)).toEqual({ is: 'changed', line: 2 })
  const forged = await statementOf([100, 350, -50])
  expect(await verifyStatement({ ...forged, signature: statement.signature }, keys)).toEqual({ is: 'unsigned' })
})

test('a line that is left out, lines that are swapped, and a cut tail are found', async () => {
  const statement = await statementOf([100, 250, -50, 70])
  const [a, b, c, d] = statement.lines as [
    Statement['lines'][0],
    Statement['lines'][0],
    Statement['lines'][0],
    Statement['lines'][0],
  ]
  const withLines = (lines: Statement['lines']) => verifyStatement({ ...copyOf(statement), lines }, keys)
  expect(await withLines([a, c, d])).toEqual({ is: 'changed', line: 2 })
  expect(await withLines([a, c, b, d])).toEqual({ is: 'changed', line: 2 })
  expect(await withLines([a, b, c])).toEqual({ is: 'changed', line: 4 })
  expect(await withLines([])).toEqual({ is: 'changed', line: 1 })
  expect(await withLines([a, b, c, d, d])).toEqual({ is: 'changed', line: 5 })
  const cut = { ...copyOf(statement), lines: [a, b, c] }
  Object.assign(cut.head, { count: 3, hash: c.hash })
  expect(await verifyStatement(cut, keys)).toEqual({ is: 'unsigned' })
})

test('a key that the device has not seen, and a file that is no statement, are said so', async () => {
  const statement = await statementOf([100])
  expect(await verifyStatement(statement, {})).toEqual({ is: 'unknown-key' })
  expect(await verifyStatement({ lines: [] }, keys)).toEqual({ is: 'no-statement' })
  expect(await verifyStatement(null, keys)).toEqual({ is: 'no-statement' })
})

test('any change of any line is found', async () => {
  const change = fc.record({
    shares: fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 2, maxLength: 12 }),
    place: fc.nat(),
    how: fc.constantFrom('cent', 'drop', 'swap', 'cut', 'add'),
  })
  await fc.assert(
    fc.asyncProperty(change, async ({ shares, place, how }) => {
      const statement = await statementOf(shares)
      const { lines } = statement
      const at = place % (lines.length - 1)
      const [one, next] = [lines[at], lines[at + 1]]
      if (!one || !next) return
      if (how === 'cent') Object.assign(one.line, { share: Number(one.line['share']) + 1 })
      if (how === 'drop') lines.splice(at, 1)
      if (how === 'swap') lines.splice(at, 2, next, one)
      if (how === 'cut') lines.splice(at + 1)
      if (how === 'add') lines.push(one)
      const verdict = await verifyStatement(statement, keys)
      expect(verdict.is).toBe('changed')
    }),
    { numRuns: 60 },
  )
})

test('canonical JSON has one text for the same value, and takes whole numbers alone', () => {
  const value: Json = { b: [1, 'ä"', null], a: { d: true, c: -2 } }
  expect(canonicalJson(value)).toBe('{"a":{"c":-2,"d":true},"b":[1,"ä\\"",null]}')
  expect(() => canonicalJson({ a: 0.5 })).toThrow(RangeError)
})
