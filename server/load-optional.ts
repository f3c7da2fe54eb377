import { StartupError } from './startup-error.ts'

/**
 * Loads a module that not every build has; `load` imports it. Throws `StartupError` where it is left out: `name` says what is
 * missing, `without` the setting that needs none.
 */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  { name, without }: { name: string; without: string },
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const advice = `Build the target "try" of the Dockerfile, or set ${without}.`
    throw new StartupError(`This build has no ${name}. ${advice}`, { cause })
  }
}
