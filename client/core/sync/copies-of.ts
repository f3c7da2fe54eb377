/** The cache with the copies of what an account has queued. */
export function copiesOf(account: string): string {
  return `vesper-unsent-${account}`
}
