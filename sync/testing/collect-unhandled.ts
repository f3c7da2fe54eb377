import { settle } from './scheduler.ts'

/** What `work` answers, and the errors that nobody in this thread has handled meanwhile. */
export async function collectUnhandled<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; unhandled: string[] }> {
  const unhandled: string[] = []
  const note = (cause: unknown) => void unhandled.push(String(cause))
  process.on('unhandledRejection', note)
  try {
    const result = await work()
    // What has just failed is told of a little later.
    await settle()
    return { result, unhandled }
  } finally {
    process.off('unhandledRejection', note)
  }
}
