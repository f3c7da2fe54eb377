import type { ReactNode } from 'react'

/** The text over a picture that is not shown: how to see it, or why it is missing. */
export function ImageOverlay({ children }: { children: ReactNode }) {
  return <span className="absolute inset-0 grid place-items-center bg-veil px-3 text-sm text-white">{children}</span>
}
