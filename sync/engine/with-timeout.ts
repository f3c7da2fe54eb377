import type { Clock } from './ports.ts'

/** The result of `work`, or undefined when it takes longer. It must not reject. */
export async function withTimeout<Result>(
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
  ms: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let timer = 0
  const late = new Promise<undefined>((resolve) => (timer = clock.setTimeout(() => resolve(undefined), ms)))
  const result = await Promise.race([work, late])
  clock.clearTimeout(timer)
  return result
}
