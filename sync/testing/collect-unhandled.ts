import { settle } from './scheduler.ts'

/** The result of `work`, and the errors of this thread that stayed unhandled meanwhile. */
export async function collectUnhandled<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; unhandled: string[] }> {
  const unhandled: string[] = []
  const note = (cause: unknown) => void unhandled.push(String(cause))
  process.on('unhandledRejection', note)
  try {
    const result = await work()
    // Node reports an unhandled rejection a little later.
    await settle()
    return { result, unhandled }
  } finally {
    process.off('unhandledRejection', note)
  }
}
