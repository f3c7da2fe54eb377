import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { query } from '../../../testing/query.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

let parent: string
let postgres: EmbeddedPostgres | undefined

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'vesper-embedded-'))
})
afterEach(async () => {
  await postgres?.stop()
  postgres = undefined
  rmSync(parent, { recursive: true, force: true })
})

function administration(url: string): string {
  return url.replace(/\/vesper$/, '/postgres')
}

test('works below a folder that its owner alone may enter, root included', async () => {
  // mkdtemp makes `parent` 0700.
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  postgres = await startEmbeddedPostgres(dataDir)
  expect(await query(administration(postgres.url), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('listens on 127.0.0.1 alone, to the password of this data directory', async () => {
  postgres = await startEmbeddedPostgres(parent)
  const url = administration(postgres.url)
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  const guess = new URL(url)
  guess.password = 'password'
  await expect(query(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a committed transaction is durable: no setting trades that for speed', async () => {
  postgres = await startEmbeddedPostgres(parent)
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
    expect(await query(administration(postgres.url), `show ${setting}`)).toEqual([{ [setting]: 'on' }])
  }
})
