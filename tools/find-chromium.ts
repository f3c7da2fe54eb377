import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
import { run } from './run.ts'

/** A Chromium that starts on this machine, with the arguments that it needs here. */
export type FoundChromium = { executablePath: string; args: string[] }

/**
 * `light`: for tests, best Chromium without its windows, which starts in half the time and is else the same; a whole one
 * will do. `whole`: what people have, for what is measured.
 */
type Kind = 'light' | 'whole'

const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
)

/** The address bar's own pages: no app window and no phone has them, and they take longer to start than the app. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The last list of features counts alone: with those that Playwright 1.65 switches off. */
const disabledFeatures = [
  ...addressBar,
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
]

const advice = `No Chromium was found, and none could be fetched. Any one of these helps:
  - set CHROMIUM_PATH to a Chromium, Chrome or Edge;
  - install one with the system's package manager (Debian, Ubuntu: apt-get install chromium);
  - npx playwright install --with-deps chromium`

/**
 * Looks for a Chromium: CHROMIUM_PATH, the machine's own, Playwright's; then fetches one: Playwright's download,
 * Debian's package when root, the npm package @sparticuz/chromium. Says what it fetches, and throws advice in the end.
 * Later calls, also of child processes, get the same one through CHROMIUM_PATH and CHROMIUM_ARGS.
 */
export async function findChromium(kind: Kind = 'whole'): Promise<FoundChromium> {
  const found = chosen() ?? installed(kind) ?? (await fetched(kind))
  if (!found) throw new Error(advice)
  process.env['CHROMIUM_PATH'] = found.executablePath
  process.env['CHROMIUM_ARGS'] = found.args.join(' ')
  return found
}

function chosen(): FoundChromium | null {
  const path = process.env['CHROMIUM_PATH']
  if (!path) return null
  const args = process.env['CHROMIUM_ARGS']?.split(' ').filter(Boolean)
  // With its arguments it was tried before, by a parent process.
  if (args) return { executablePath: path, args }
  if (starts(path)) return { executablePath: path, args: usualArgs() }
  throw new Error(`CHROMIUM_PATH is ${path}, which does not start.`)
}

function installed(kind: Kind): FoundChromium | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const inPath = [...(kind === 'light' ? shells : []), ...names].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  const path = [...inPath, ...macApps, chromium.executablePath()].find(starts)
  return path ? { executablePath: path, args: usualArgs() } : null
}

async function fetched(kind: Kind): Promise<FoundChromium | null> {
  console.log('No Chromium on this machine: downloading the one of Playwright …')
  await attempt('playwright', ['install', '--no-shell', 'chromium'])
  return installed(kind) ?? (await fromSystem(kind)) ?? packaged()
}

async function fromSystem(kind: Kind): Promise<FoundChromium | null> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  await attempt('apt-get', ['update'])
  // Not every system has the first.
  for (const name of kind === 'light' ? ['chromium-headless-shell', 'chromium'] : ['chromium']) {
    console.log(`Installing the system's package ${name} …`)
    await attempt('apt-get', ['install', '--yes', '--no-install-recommends', name])
    const found = installed(kind)
    if (found) return found
  }
  return null
}

async function attempt(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' }, output: 'kept' })
  if (code !== 0) console.log(`${command} ${args[0]} failed: ${output.trim().split('\n').at(-1)}`)
}

/** The npm package, which brings its own libraries: they are unpacked only where it believes to be in its usual place. */
async function packaged(): Promise<FoundChromium | null> {
  console.log('Using the Chromium of the npm package @sparticuz/chromium.')
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x'
  try {
    const { default: sparticuz } = await import('@sparticuz/chromium')
    const path = await sparticuz.executablePath()
    return starts(path) ? { executablePath: path, args: ['--no-sandbox', '--no-zygote'] } : null
  } catch (error) {
    console.log(`It does not run here: ${String(error)}`)
    return null
  }
}

function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

/**
 * Chromium's sandbox refuses root, and containers have a small /dev/shm. Without its windows it would round the width of
 * each letter, as no phone does.
 */
function usualArgs(): string[] {
  const args = [
    '--disable-dev-shm-usage',
    '--font-render-hinting=none',
    `--disable-features=${disabledFeatures.join()}`,
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...args] : args
}
