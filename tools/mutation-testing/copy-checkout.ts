import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, constants, copyFile, mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../run.ts'

/** Caches of tools: those of a copy are its own. */
const CACHES = new Set(['.cache', '.vite', '.vite-temp', '.vitest'])

/**
 * Copies the checkout as it stands, uncommitted changes too, into a temporary folder. Packages are linked, and the workspaces
 * among them are those of the copy. `remove` takes it away with all that was written there.
 */
export async function copyCheckout(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vesper-copy-')))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // PostgreSQL runs as another account, which has to enter the folder.
    await chmod(folder, 0o755)
    await copySources(folder)
    await linkPackages(folder)
    await mkdir(join(folder, 'tmp'))
    return { folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function copySources(folder: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
  const folders = new Set(files.map((file) => dirname(file)))
  for (const one of folders) await mkdir(join(folder, one), { recursive: true })
  for (const file of files) await copyFile(join(root, file), join(folder, file), constants.COPYFILE_FICLONE)
}

async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, '@vesper'), { recursive: true })
  for (const name of await readdir(from)) {
    if (name !== '@vesper' && !CACHES.has(name)) await symlink(join(from, name), join(to, name))
  }
  // These links are relative: in the copy they lead to its own workspaces.
  for (const name of await readdir(join(from, '@vesper'))) {
    await symlink(await readlink(join(from, '@vesper', name)), join(to, '@vesper', name))
  }
}
