import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { root } from '../../tools/run.ts'
import { AppServer } from './fixtures/app-server.ts'
import { ApiClient, logIn, messages, openConversation, send } from './fixtures/steps.ts'
import { expect, test } from './fixtures/test.ts'

const half = 'half a thought while the app is renewed'
const waiting = 'written before the update'

test('[UPDATE-1] a new version is offered in every tab, interrupts no typing, and loses neither draft nor outbox', async ({
  newDevice,
}) => {
  test.setTimeout(120_000)
  const app = await copyOfApp()
  const copyOf = process.env['E2E_DEMO_DATA']
  const server = await AppServer.create({ app, ...(copyOf ? { copyOf } : {}) })
  await server.start()
  try {
    const device = await newDevice(server)
    const firstVisit = await device.open()
    await logIn(firstVisit, 'fan3')
    const typing = await device.context.newPage()
    const conversation = await openConversation(typing, 'Teo Almeida')
    await device.context.route('**/api/sync', (route) => route.abort())
    await send(typing, waiting)
    await typing.getByRole('textbox', { name: 'Message' }).pressSequentially(half)

    await server.stop()
    await deployNext(app)
    await server.start()
    const fresh = await device.context.newPage()
    await fresh.goto('/home')
    for (const page of [firstVisit, typing, fresh]) {
      await expect(offer(page)).toBeVisible()
      expect(await versionOf(page)).toBe('one')
    }
    await expect(typing.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await expect(typing.getByRole('textbox', { name: 'Message' })).toHaveValue(half)

    await fresh.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => versionOf(fresh)).toBe('two')
    await expect.poll(() => versionOf(firstVisit)).toBe('two')
    await expect(offer(fresh)).toHaveCount(0)
    await expect(typing.getByText('A new version was loaded in another tab.')).toBeVisible()
    expect(await versionOf(typing)).toBe('one')
    await expect(typing.getByRole('textbox', { name: 'Message' })).toHaveValue(half)

    await typing.getByRole('button', { name: 'Update' }).click()
    await expect.poll(() => versionOf(typing)).toBe('two')
    await expect(typing.getByRole('textbox', { name: 'Message' })).toHaveValue(half)
    await expect(messages(typing).filter({ hasText: waiting })).toContainText('Waiting')

    await device.context.unroute('**/api/sync')
    await expect(messages(typing).filter({ hasText: waiting })).toContainText('Sent', { timeout: 20_000 })
    const arrived = await (await ApiClient.logIn(server, 'creator2')).messages(conversation)
    expect(arrived.filter(({ text }) => text === waiting)).toHaveLength(1)
  } finally {
    await server.remove()
    await rm(app, { recursive: true, force: true })
  }
})

function offer(page: Page) {
  return page.getByText('A new version of Vesper is ready.')
}

/** The version that a page was loaded from; empty while it is being loaded. */
function versionOf(page: Page): Promise<string> {
  return page
    .evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? '')
    .catch(() => '')
}

/** The app in a folder of its own, as it lies where it runs, with the first version of the client. */
async function copyOfApp(): Promise<string> {
  const app = await mkdtemp(join(tmpdir(), 'vesper-app-'))
  await mkdir(join(app, 'client'))
  await symlink(join(root, 'node_modules'), join(app, 'node_modules'))
  await cp(join(root, 'server'), join(app, 'server'), {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  })
  await copyFile(join(root, 'package.json'), join(app, 'package.json'))
  await cp(join(root, 'client/dist'), join(app, 'client/dist'), { recursive: true })
  await deploy(app, { from: /(?=<\/head>)/, to: '<meta name="version" content="one" />', revision: 'one' })
  return app
}

function deployNext(app: string): Promise<void> {
  return deploy(app, { from: /content="one"/, to: 'content="two"', revision: 'two' })
}

/** Another shell, and a service worker that knows it by its revision: what a build with other sources comes down to. */
async function deploy(
  app: string,
  { from, to, revision }: { from: RegExp; to: string; revision: string },
): Promise<void> {
  const [shell, worker] = [join(app, 'client/dist/index.html'), join(app, 'client/dist/sw.js')]
  const [html, script] = [await readFile(shell, 'utf8'), await readFile(worker, 'utf8')]
  const next = script.replace(/"revision":"[^"]*"(?=,"url":"index\.html")/, `"revision":"${revision}"`)
  expect(next).not.toBe(script)
  await writeFile(shell, html.replace(from, to))
  await writeFile(worker, next)
}
