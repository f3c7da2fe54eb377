import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../infra/database/embedded/free-port.ts'
import { isServiceThere } from './required-services.ts'

/** A real Caddy in front of an app, by the file that the site is run with. */
export type Caddy = { url: string; stop: () => Promise<void> }

/** True where Caddy is installed; tests that need it are skipped without it, or fail with `REQUIRE_SERVICES=1`. */
export const hasCaddy = isServiceThere('caddy', spawnSync('caddy', ['version']).status === 0)

/** Starts `caddy` with deploy/Caddyfile on a free port of 127.0.0.1; `environment` fills its placeholders. */
export async function startCaddy(environment: Record<string, string>): Promise<Caddy> {
  const home = mkdtempSync(join(tmpdir(), 'vesper-caddy-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const file = new URL('../../deploy/Caddyfile', import.meta.url).pathname
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, ...environment, PUBLIC_URL: url, CADDY_ADMIN: 'off', HOME: home, XDG_DATA_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  caddy.stderr.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise<void>((resolve) => caddy.once('exit', () => resolve()))
  for (let tries = 0; ; tries += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      break
    if (caddy.exitCode !== null || tries === 200) throw new Error(`caddy does not answer: ${said}`)
    await wait(50)
  }
  return {
    url,
    async stop() {
      caddy.kill()
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
