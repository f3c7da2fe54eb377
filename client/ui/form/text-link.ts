/** A link within a text; tall enough to be pressed. */
export const textLinkClass =
  'inline-flex min-h-8 items-center font-semibold text-accent-ink underline underline-offset-4'
