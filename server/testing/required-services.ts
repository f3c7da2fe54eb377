/**
 * Answers `isThere`. With `REQUIRE_SERVICES=1`, as in CI, throws for a missing service, so that its tests fail instead of
 * being skipped.
 */
export function isServiceThere(name: string, isThere: boolean): boolean {
  if (!isThere && process.env['REQUIRE_SERVICES'] === '1') {
    throw new Error(`${name} is not installed. Its tests may not be skipped where REQUIRE_SERVICES is 1.`)
  }
  return isThere
}
