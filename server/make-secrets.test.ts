import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Runs the script in a folder of its own; `file` is the `.env` that is there. */
function run(file: string | null, shell: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-secrets-'))
  folders.push(folder)
  mkdirSync(join(folder, 'deploy'))
  for (const path of ['deploy/make-secrets.sh', '.env.example']) copyFileSync(join(root, path), join(folder, path))
  if (file !== null) writeFileSync(join(folder, '.env'), file)
  const env = { PATH: process.env['PATH'] ?? '', ...shell }
  const said = execFileSync('sh', ['deploy/make-secrets.sh'], { cwd: folder, env, encoding: 'utf8' })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  return { said, env: read('.env').split('\n'), secret: (name: string) => read(`secrets/${name}`) }
}

test.each([
  ['plain', 'plain'],
  ['"pa ss#1" # old', 'pa ss#1'],
  ["'single # one'", 'single # one'],
  ['bare   # the password', 'bare'],
  ['with#sign\r', 'with#sign'],
  ['"quoted"\r', 'quoted'],
])('takes the password %j of .env over as %j', (given, password) => {
  expect(run(`POSTGRES_PASSWORD=${given}\n`).secret('database-password')).toBe(password)
})

test('settings of the shell go into .env where it lacks them, keys into secrets/ alone', () => {
  const shell = { PUBLIC_URL: 'https://my.site', MAIL_FROM: 'Other', HOST: 'laptop', JWT_SECRET: 'of the shell' }
  const { said, env, secret } = run('MAIL_FROM=Mine <a@b.test>', { ...shell, CAPTCHA_URL: 'a # b' })
  expect(env).toEqual(['MAIL_FROM=Mine <a@b.test>', "CAPTCHA_URL='a # b'", "PUBLIC_URL='https://my.site'", ''])
  expect(said).toContain('another MAIL_FROM than .env')
  expect(secret('jwt-secret')).toBe('of the shell')
})

test('a new .env has the address of the shell instead of that of the example', () => {
  expect(run(null, { PUBLIC_URL: 'https://my.site' }).env.at(-2)).toBe("PUBLIC_URL='https://my.site'")
  expect(run(null).env).toEqual(readFileSync(join(root, '.env.example'), 'utf8').split('\n'))
})
