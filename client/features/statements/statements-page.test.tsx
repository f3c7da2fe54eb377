// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Profile } from '@vesper/sync/vesper/records/profile.ts'
import { chainHash, FIRST_HASH, signedBytes } from '@vesper/sync/vesper/statements/statement.ts'
import type { Statement } from '@vesper/sync/vesper/statements/statement.ts'
import { Provider } from 'effector-react'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginScope, currentScope } from '../../core/session/current-scope.ts'
import { statementCsv } from './statement-csv.ts'
import { StatementsPage } from './statements-page.tsx'

const { callApi, saveFile } = vi.hoisted(() => ({ callApi: vi.fn(), saveFile: vi.fn() }))
vi.mock(import('../../core/api/api.ts'), async (load) => ({ ...(await load()), callApi }))
vi.mock('../../core/media/download-blob.ts', () => ({ saveFile }))

const mara = v7()

let key: string
let pair: CryptoKeyPair
let statement: Statement

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  key = base64url(await crypto.subtle.exportKey('raw', pair.publicKey))
  const lines: Statement['lines'] = []
  let hash = FIRST_HASH
  for (const share of [10_000, 25_000, 40_000]) {
    const line = { kind: 'sale', at: '2026-10-02T10:00:00.000Z', title: '=Fog, "early"', price: share, share }
    hash = await chainHash(hash, line)
    lines.push({ hash, line })
  }
  const head = {
    ...{ performerId: mara, month: '2026-10', currency: 'USD', count: 3, opening: 0, closing: 75_000 },
    ...{ prevHash: FIRST_HASH, hash, keyId: 'one', madeAt: '2026-11-01T01:00:00.000Z' },
  }
  statement = await signed({ ...head }, lines)
})

beforeEach(() => {
  callApi.mockReset()
  callApi.mockImplementation(({ path }: { path: string }) => {
    if (path === '/statements/key') return Promise.resolve({ keys: [{ id: 'one', key, since: '' }] })
    if (path === '/performer/statements') return Promise.resolve({ data: [statement.head], total: 1 })
    return Promise.resolve(statement)
  })
  beginScope({ state: 'signed-in', token: 'token', remember: true, user: { _id: mara } as Profile })
  render(
    <Provider value={currentScope()}>
      <I18nProvider i18n={i18n}>
        <StatementsPage />
      </I18nProvider>
    </Provider>,
  )
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function signed(head: Statement['head'], lines: Statement['lines']): Promise<Statement> {
  const bytes = signedBytes(head as Parameters<typeof signedBytes>[0])
  return { head, lines, signature: base64url(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes)) }
}

async function row(): Promise<HTMLElement> {
  return within(await screen.findByRole('list', { name: 'Statements' })).getByRole('listitem')
}

/** Chooses a file, as without a connection: no call is answered any more. */
function choose(value: unknown): void {
  callApi.mockRejectedValue(new Error('there is no connection'))
  const file = new File([JSON.stringify(value)], 'statement.json')
  fireEvent.change(screen.getByLabelText('Statement to check'), { target: { files: [file] } })
}

test('checks a statement of the list on the device', async () => {
  const item = await row()
  expect(within(item).getByText('Closing balance $7.50')).toBeTruthy()
  fireEvent.click(within(item).getByRole('button', { name: 'Check October 2026' }))
  expect(await within(item).findByText('October 2026: signed and complete')).toBeTruthy()
})

test.each([
  ['as it was downloaded', (one: Statement) => one, 'October 2026: signed and complete'],
  ['with a changed cent', changeCent, 'This statement was changed: line 2'],
  [
    'without a line',
    (one: Statement) => ({ ...one, lines: one.lines.toSpliced(0, 1) }),
    'This statement was changed: line 1',
  ],
  [
    'with a cut tail',
    (one: Statement) => ({ ...one, lines: one.lines.slice(0, 2) }),
    'This statement was changed: line 3',
  ],
  ['that is none', () => ({ a: 1 }), 'This file is not a statement. Choose a JSON file that was downloaded here.'],
])('checks a file %s without a connection', async (_, change, text) => {
  await vi.waitFor(() => expect(localStorage.getItem('vesper-statement-keys')).toContain(key))
  choose(change(structuredClone(statement)))
  expect(await screen.findByText(text)).toBeTruthy()
})

function changeCent(one: Statement): Statement {
  Object.assign(one.lines[1]?.line ?? {}, { share: 25_100 })
  return one
}

test('keeps the key of the first sight where the server shows another one under its name', async () => {
  await vi.waitFor(() => expect(localStorage.getItem('vesper-statement-keys')).toContain(key))
  const other = {
    keys: [
      { id: 'one', key: key.split('').toReversed().join(''), since: '' },
      { id: 'two', key, since: '' },
    ],
  }
  callApi.mockImplementation(({ path }: { path: string }) =>
    Promise.resolve(path === '/statements/key' ? other : statement),
  )
  const item = await row()
  fireEvent.click(within(item).getByRole('button', { name: 'Check October 2026' }))
  expect(await within(item).findByText('October 2026: signed and complete')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('vesper-statement-keys') ?? '')).toEqual({ one: key })
})

test('downloads JSON that can be checked, and CSV without formulas', async () => {
  const item = await row()
  fireEvent.click(within(item).getByRole('button', { name: 'JSON of October 2026' }))
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'statement-2026-10.json'))
  const [, first] = statementCsv(statement).split('\r\n')
  expect(first).toContain(`sale,,"'=Fog, ""early""",,,,1,,,1`)
})

test('a right statement of another creator is told apart', async () => {
  await vi.waitFor(() => expect(localStorage.getItem('vesper-statement-keys')).toContain(key))
  choose(await signed({ ...statement.head, performerId: v7() }, statement.lines))
  expect(await screen.findByText('This statement is of another creator')).toBeTruthy()
})

test('a statement follows the one of the month before that the device has', async () => {
  await row()
  await vi.waitFor(() => expect(localStorage.getItem('vesper-statement-keys')).toContain(key))
  const { hash } = statement.head
  const next = { ...statement.head, month: '2026-11', count: 0, opening: 75_000 }
  choose(await signed({ ...next, prevHash: hash, hash }, []))
  expect(await screen.findByText('November 2026: signed and complete')).toBeTruthy()
  choose(await signed({ ...next, prevHash: FIRST_HASH, hash: FIRST_HASH }, []))
  expect(
    await screen.findByText('November 2026: this statement does not follow the one of the month before'),
  ).toBeTruthy()
})

test('another key of the server is told of where a statement is signed with it', async () => {
  await vi.waitFor(() => expect(localStorage.getItem('vesper-statement-keys')).toContain(key))
  const other = { ...statement, head: { ...statement.head, keyId: 'two' } }
  callApi.mockImplementation(({ path }: { path: string }) =>
    Promise.resolve(path === '/statements/key' ? { keys: [{ id: 'two', key, since: '' }] } : other),
  )
  const item = await row()
  fireEvent.click(within(item).getByRole('button', { name: 'Check October 2026' }))
  expect(await within(item).findByText('The server shows another key than before')).toBeTruthy()
})
