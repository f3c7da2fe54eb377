const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves with the first demand for the engine: nothing of it is loaded before that or before the first page is quiet. */
export const engineDemanded: Promise<void> = promise

/** Has the engine loaded and started now, where an account is signed in. */
export function demandEngine(): void {
  resolve()
}
