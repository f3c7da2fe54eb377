let before: string | null = null

/** Notes the path of the page that the app leaves. */
export function notePageBefore(pathname: string): void {
  before = pathname
}

/** The path of the page before the present one in this visit; null on the first. */
export function pageBefore(): string | null {
  return before
}
